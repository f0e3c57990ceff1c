/// The discussion of `--help`.
enum HelpText {
  static let discussion = """
    Reads a list, prints what matches the query, best match first.

    The query is words, or parts of them, in any order: each must match. Case, accents and \
    punctuation need not be right, letters may be missing or wrong, and words may be shortened:

      riffle gotebrg cities.txt          Göteborg
      riffle 'new yo' cities.txt         New York, and after it New York Mills …
      riffle nyc cities.txt              New York City
      find . -type f | riffle --paths readme -n 10
      apt-cache search . | riffle 'json parser'

    To be exact, say so:

      riffle -m words stock cities.txt           Stockholm, but not Woodstock
      riffle -m substring 'to be' hamlet.txt     exactly this, anywhere
      riffle --extended '^new !york' cities.txt  begins with new, without york

    Tables and JSON Lines have columns:

      riffle --header --title name --search-text aliases gotebrg cities.csv
      riffle --title 2 --search-text 3 --id 1 gotebrg cities.tsv
      riffle --title name.en --format json gotebrg cities.jsonl

    Columns filter, sort and count:

      riffle --header --title name --where 'population > 1e6' --sort -population '' cities.csv
      riffle --title name --where 'tags = port' --facets country -n 0 '' cities.jsonl

    Many queries are searched for at once, and logs as they grow:

      riffle -f wanted.txt cities.txt            what any line of wanted.txt finds
      riffle --follow --tail 100 'disk err' /var/log/*.log

    A record that cannot be read is left out, and what is wrong with it is said; --strict ends \
    there with status 2. Lines are searched to their end, however long they are. The picker and \
    stores have an index of the first 64 KiB of each text, and say which texts are longer.

    A query that begins with a dash goes behind --, as in riffle -- -x. The exit status is 0 if \
    something was found, 1 if nothing was, 2 if the command line or an input is wrong. \
    riffle --generate-completion-script bash (or zsh, or fish) prints completions for that shell.
    """
}
