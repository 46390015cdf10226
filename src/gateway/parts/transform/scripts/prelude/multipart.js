/** Multipart bodies (RFC 2046): the first part is the body of the message, the others are its attachments, as in the product. */
const { Buffer } = guest
const separator = '\r\n\r\n'

function findBoundary(message) {
  const type = String(message.header.get('content-type') ?? '')
  const found = /^multipart\/[^;]+;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type)
  return found ? (found[1] ?? found[2]) : undefined
}

/** Returns the parts of the body, as text in which one character is one byte; undefined when the body has none. */
function split(message) {
  const boundary = findBoundary(message)
  if (boundary === undefined) return undefined
  const pieces = `\r\n${message.body.bytes().toString('latin1')}`.split(`\r\n--${boundary}`)
  return pieces.slice(1).flatMap((piece) => {
    if (piece.startsWith('--')) return []
    const text = piece.replace(/^[ \t]*\r\n/, '')
    const end = text.startsWith('\r\n') ? -2 : text.indexOf(separator)
    return [{ head: end < 0 ? '' : text.slice(0, end), body: end === -1 ? text : text.slice(end + 4) }]
  })
}

function headersOf({ head }) {
  const pairs = head.split('\r\n').map((line) => /^([^:]+):\s*(.*)$/.exec(line))
  return Object.fromEntries(pairs.flatMap((found) => (found ? [[found[1], found[2]]] : [])))
}

/** A part in text, JSON or XML has a text as its body, every other one a buffer. */
function readPart(part) {
  const headers = headersOf(part)
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'text/plain'
  const bytes = Buffer.from(part.body, 'latin1')
  return { headers, body: /^text\/|[/+](?:json|xml)\b/i.test(type) ? bytes.toString() : bytes }
}

/** Returns the parts of a message; undefined for a body that is not multipart. */
guest.readParts = (message) => split(message)?.map(readPart)

/** Replaces the body of an attachment. The other parts stay as they were sent. */
guest.writeAttachment = (message, index, value, type) => {
  const parts = split(message)
  const part = parts?.[index + 1]
  if (!part) throw new Error(`the message has no attachment ${index}`)
  part.body = new Buffer(guest.toBody(value)).toString('latin1')
  if (type)
    part.head = [
      ...part.head.split('\r\n').filter((line) => !/^content-type:/i.test(line)),
      `Content-Type: ${type}`,
    ].join('\r\n')
  const boundary = findBoundary(message)
  const text = parts.map(({ head, body }) => `--${boundary}\r\n${head}${separator}${body}\r\n`).join('')
  message.body.write(Buffer.from(`${text}--${boundary}--\r\n`, 'latin1'))
  message.header.set('Content-Type', message.header.get('content-type')) // a response without an upstream has it too
}

/** Makes the first part the body of the message. */
guest.dropAttachments = (message) => {
  const [first] = guest.readParts(message) ?? []
  if (!first) return
  message.body.write(first.body)
  const type = Object.entries(first.headers).find(([name]) => name.toLowerCase() === 'content-type')
  if (type) message.header.set('Content-Type', type[1])
  else message.header.remove('Content-Type')
}
