/**
 * Reads server-sent events as they come. Unlike `EventSource` it can send a key, and whoever reads decides when to try again.
 *
 * @param {ReadableStream<Uint8Array>} stream
 * @yields {{name: string, data: ?object}} each event; comments, which keep a connection, as `beat`
 */
export async function* events(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      rest += value;
      const blocks = rest.split("\n\n");
      rest = blocks.pop();
      for (const block of blocks) yield event(block);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function event(block) {
  let name = "beat";
  let data = "";
  for (const line of block.split("\n")) {
    if (line.startsWith("event: ")) name = line.slice(7);
    if (line.startsWith("data: ")) data += line.slice(6);
  }
  return { name, data: data ? JSON.parse(data) : null };
}
