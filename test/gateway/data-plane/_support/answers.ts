/** Raw answers to a GET: those that are well-formed, with what they say, and those that are not. */
export interface WellFormed {
  raw: string
  status: number
  fields: readonly string[]
  body: string
  /** The connection can serve another request. */
  isPersistent: boolean
}

const whole = (raw: string, extra: Partial<WellFormed> = {}): WellFormed => ({
  raw,
  status: 200,
  fields: [],
  body: '',
  isPersistent: true,
  ...extra,
})
const ok = 'HTTP/1.1 200 OK\r\n'
const chunked = `${ok}Transfer-Encoding: chunked\r\n`

export const wellFormed: Readonly<Record<string, WellFormed>> = {
  'a body of a length': whole(`${ok}Content-Length: 5\r\n\r\nhello`, {
    fields: ['Content-Length', '5'],
    body: 'hello',
  }),
  'no body': whole(`${ok}Content-Length: 0\r\n\r\n`, { fields: ['Content-Length', '0'] }),
  'no content': whole('HTTP/1.1 204 No Content\r\nX: y\r\n\r\n', { status: 204, fields: ['X', 'y'] }),
  'what is not modified': whole('HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n', {
    status: 304,
    fields: ['ETag', '"a"'],
  }),
  'no reason': whole('HTTP/1.1 404 \r\nContent-Length: 2\r\n\r\nno', {
    status: 404,
    fields: ['Content-Length', '2'],
    body: 'no',
  }),
  'neither reason nor space': whole('HTTP/1.1 500\r\nContent-Length: 0\r\n\r\n', {
    status: 500,
    fields: ['Content-Length', '0'],
  }),
  'bytes of all kinds': whole(`${ok}Content-Length: 6\r\n\r\n\r\n\r\n\0\xff`, {
    fields: ['Content-Length', '6'],
    body: '\r\n\r\n\0\xff',
  }),
  'white space around values, and none at all': whole(`${ok}A: \t b c \t\r\nD:e\r\nF:\r\nContent-Length:0\r\n\r\n`, {
    fields: ['A', 'b c', 'D', 'e', 'F', '', 'Content-Length', '0'],
  }),
  'a field that is repeated': whole(`${ok}Set-Cookie: a=1\r\nContent-Length: 0\r\nSet-Cookie: b=2\r\n\r\n`, {
    fields: ['Set-Cookie', 'a=1', 'Content-Length', '0', 'Set-Cookie', 'b=2'],
  }),
  'bytes beyond ASCII in a value': whole(`${ok}X: caf\xe9\r\nContent-Length: 0\r\n\r\n`, {
    fields: ['X', 'caf\xe9', 'Content-Length', '0'],
  }),
  'fields of the connection': whole(
    `${ok}Connection: Keep-Alive, X-Hop\r\nKeep-Alive: timeout=60\r\nX-Hop: 1\r\nTrailer: Y\r\nContent-Length: 0\r\n\r\n`,
    { fields: ['Content-Length', '0'] },
  ),
  'one chunk': whole(`${chunked}\r\n5\r\nhello\r\n0\r\n\r\n`, { body: 'hello' }),
  'several chunks': whole(`${chunked}\r\n5\r\nhello\r\n009\r\n, world, \r\n1\r\n!\r\n000\r\n\r\n`, {
    body: 'hello, world, !',
  }),
  'no chunk but the last': whole(`${chunked}\r\n0\r\n\r\n`),
  'extensions of chunks': whole(`${chunked}\r\n5;a=b;c="d"\r\nhello\r\n0;last\r\n\r\n`, { body: 'hello' }),
  trailers: whole(`${chunked}\r\n5\r\nhello\r\n0\r\nX: y\r\nDigest: z\r\n\r\n`, { body: 'hello' }),
  'chunks that hold line ends': whole(`${chunked}\r\n8\r\n\r\n0\r\n\r\n\n\r\n0\r\n\r\n`, { body: '\r\n0\r\n\r\n\n' }),
  'a connection that is closed after it': whole(`${ok}Connection: close\r\nContent-Length: 2\r\n\r\nok`, {
    fields: ['Content-Length', '2'],
    body: 'ok',
    isPersistent: false,
  }),
  'no length': whole(`${ok}X: y\r\n\r\nuntil the end`, {
    fields: ['X', 'y'],
    body: 'until the end',
    isPersistent: false,
  }),
  'the version before': whole('HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nold', {
    fields: ['Content-Length', '3'],
    body: 'old',
    isPersistent: false,
  }),
  'the version before, kept': whole('HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 3\r\n\r\nold', {
    fields: ['Content-Length', '3'],
    body: 'old',
  }),
  'interim answers before it': whole(
    `HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${ok}Content-Length: 2\r\n\r\nok`,
    { fields: ['Content-Length', '2'], body: 'ok' },
  ),
  'a length where there is no body': whole('HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n', {
    status: 304,
    fields: ['Content-Length', '5'],
    isPersistent: false,
  }),
}

export const malformed: Readonly<Record<string, string>> = {
  'a 100 that was not asked for': `HTTP/1.1 100 Continue\r\n\r\n${ok}Content-Length: 0\r\n\r\n`,
  'another protocol': 'SSH-2.0-OpenSSH\r\n\r\n',
  'another version': 'HTTP/2.0 200 OK\r\nContent-Length: 0\r\n\r\n',
  'a status that is too short': 'HTTP/1.1 20 OK\r\nContent-Length: 0\r\n\r\n',
  'a status that is too long': 'HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n',
  'a status that is no number': 'HTTP/1.1 abc OK\r\nContent-Length: 0\r\n\r\n',
  'a reason with control bytes': 'HTTP/1.1 200 \x01\r\nContent-Length: 0\r\n\r\n',
  'bare line feeds': 'HTTP/1.1 200 OK\nContent-Length: 0\n\n\r\n\r\n',
  'a bare line feed in a field': `${ok}A: b\nContent-Length: 0\r\n\r\n`,
  'a bare carriage return': `${ok}A: b\rC: d\r\nContent-Length: 0\r\n\r\n`,
  'a field that is folded': `${ok}A: b\r\n c\r\nContent-Length: 0\r\n\r\n`,
  'a space before the colon': `${ok}Content-Length : 0\r\n\r\n`,
  'a space before the name': `${ok} A: b\r\nContent-Length: 0\r\n\r\n`,
  'a field without a colon': `${ok}A\r\nContent-Length: 0\r\n\r\n`,
  'a field without a name': `${ok}: b\r\nContent-Length: 0\r\n\r\n`,
  'a zero byte in a value': `${ok}A: \0\r\nContent-Length: 0\r\n\r\n`,
  'a length that is negative': `${ok}Content-Length: -1\r\n\r\n`,
  'a length with a sign': `${ok}Content-Length: +1\r\n\r\na`,
  'a length in another base': `${ok}Content-Length: 0x1\r\n\r\na`,
  'a length that is empty': `${ok}Content-Length:\r\n\r\n`,
  'a length that is too large': `${ok}Content-Length: 99999999999999999999\r\n\r\n`,
  'two lengths': `${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\na`,
  'two lengths in one field': `${ok}Content-Length: 1, 2\r\n\r\na`,
  'a length and chunks': `${chunked}Content-Length: 1\r\n\r\n0\r\n\r\n`,
  'chunks and a length': `${ok}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'chunks in the version before': 'HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'another coding': `${ok}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
  'a coding that only looks like chunked': `${ok}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n`,
  'chunked twice': `${chunked}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'a chunk of no size': `${chunked}\r\n\r\nhello\r\n0\r\n\r\n`,
  'a chunk of a negative size': `${chunked}\r\n-5\r\nhello\r\n0\r\n\r\n`,
  'a chunk of a size with a prefix': `${chunked}\r\n0x5\r\nhello\r\n0\r\n\r\n`,
  'a chunk of a size that wraps around': `${chunked}\r\n10000000000000005\r\nhello\r\n0\r\n\r\n`,
  'a chunk that is longer than it says': `${chunked}\r\n4\r\nhello\r\n0\r\n\r\n`,
  'a chunk that ends in a bare line feed': `${chunked}\r\n5\r\nhello\n0\r\n\r\n`,
  'a size that ends in a bare line feed': `${chunked}\r\n5\nhello\r\n0\r\n\r\n`,
  'an extension with a bare line feed': `${chunked}\r\n5;a\nb\r\nhello\r\n0\r\n\r\n`,
  'a trailer that is no field': `${chunked}\r\n0\r\nGET / HTTP/1.1\r\n\r\n`,
  'a trailer with a bare line feed': `${chunked}\r\n0\r\nA: b\n\r\n\r\n`,
  'another protocol that nobody asked for': 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n',
  'fields that are too long': `${ok}A: ${'a'.repeat(70_000)}\r\n\r\n`,
  'extensions that are too long': `${chunked}\r\n5;${'a'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
  'trailers that are too long': `${chunked}\r\n0\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`,
}
