/**
 * A case in which the reader deliberately rejects what Node's client accepts. Any other rejection of a response
 * that Node accepts is a defect.
 */
export interface Stricter {
  reason: string
  because: string
  /** The response in the pieces in which it arrives. */
  example: readonly string[]
}

const ok = 'HTTP/1.1 200 OK\r\n'
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`

export const stricter: readonly Stricter[] = [
  {
    reason: 'the upstream sent 100 Continue without an expectation in the request',
    because: 'RFC 9110 section 15.2.1: no request of the client expects one',
    example: [`HTTP/1.1 100 Continue\r\n\r\n${ok}Content-Length: 0\r\n\r\n`],
  },
  {
    reason: 'there are more than 32 interim responses',
    because: 'they would keep a worker busy without end',
    example: [`${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(33)}${ok}Content-Length: 0\r\n\r\n`],
  },
  {
    reason: 'the transfer coding is not chunked alone',
    because: 'RFC 9112 section 6.1: the client asks for no other, and a second reading of it would be another body',
    example: [`${ok}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
  },
  {
    reason: 'a transfer coding is not allowed here',
    because: 'RFC 9112 section 6.1: an HTTP/1.0 server does not know it',
    example: ['HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  },
  {
    reason: 'the head of the response is not one of HTTP/1.1',
    because: 'RFC 9112 section 2.2 lets servers skip empty lines before a request, not clients before a response',
    example: ['\r\n', `${ok}Content-Length: 0\r\n\r\n`],
  },
  {
    reason: 'the response does not begin with a status line of HTTP/1.1',
    because: 'RFC 9112 section 2.3: another major version is another protocol',
    example: ['HTTP/2.0 200 OK\r\nContent-Length: 0\r\n\r\n'],
  },
  {
    reason: 'the upstream switched to a protocol that was not requested',
    because: 'RFC 9110 section 7.8: a server switches to a protocol that the client has named',
    example: ['HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n'],
  },
  {
    reason: 'the head of the response is too long',
    because: 'the limit is 64 KiB, with the line ends; node counts otherwise',
    example: [`${ok}A: ${'a'.repeat(70_000)}\r\nContent-Length: 0\r\n\r\n`],
  },
  {
    reason: 'Content-Length is too large',
    because: 'it must be a safe integer; node reads it to 2^64, and a body of that length never ends',
    example: [`HTTP/1.1 304 Not Modified\r\nContent-Length: 9007199254740993\r\n\r\n`],
  },
  {
    reason: 'the trailers contain a header that frames the message',
    because: 'RFC 9110 section 6.5.1; node refuses Content-Length there, and chunked, but no other coding',
    example: [`${chunked}0\r\nTransfer-Encoding: z\r\n\r\n`],
  },
  {
    reason: 'the trailers are too long',
    because: 'the limit is 16 KiB: they are dropped',
    example: [`${chunked}0\r\nA: ${'a'.repeat(17_000)}\r\n\r\n`],
  },
]
