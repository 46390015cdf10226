/** Returns `message <…>` with the bytes of a message as they are. */
export function renderMessageLine(body: Buffer): Buffer {
  return Buffer.concat([Buffer.from('message <'), body, Buffer.from('>\n')])
}
