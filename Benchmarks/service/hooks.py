"""What schemathesis has to know of lines of JSON: SCHEMATHESIS_HOOKS=Benchmarks/service/hooks.py"""

import json

import schemathesis


@schemathesis.serializer("application/x-ndjson", "application/ndjson", "application/jsonl")
def lines(context, value):
    return "\n".join(json.dumps(line) for line in (value if isinstance(value, list) else [value]))


@schemathesis.deserializer("application/x-ndjson")
def results(context, response):
    # All lines are described by one schema: that of the first one is looked at.
    return json.loads(response.text.splitlines()[0])
