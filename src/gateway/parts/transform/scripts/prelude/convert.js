/** Conversions of whole bodies, which the host does. */
const { host, Buffer } = guest

/** @param source the variable with the body, `message.body` @param output the name of the message that gets the result */
guest.convert = (name, options, type, source, output) => {
  const text = readText(source)
  if (text === '') return
  const kept = type ?? guest.getMessage(output)?.header.get('Content-Type')
  write(output, host(name, text, JSON.stringify(options)), kept)
}

const readText = (source) => Buffer.from(guest.toBody(guest.get(source))).toString()

/** Writes the body of a message, or of one of its attachments. */
function write(output, text, type) {
  const [, name, index] = /^(\w+)\.attachments\[(\d+)\]$/.exec(output) ?? []
  if (name) {
    guest.writeAttachment(guest.findMessage(name), Number(index), text, type)
    return
  }
  const message = guest.getMessage(output) || guest.createMessage(output)
  message.body.write(text)
  message.body.isParsed = true
  // A named message keeps the value of its JSON; the message of the call keeps its text.
  message.body.isJson = message !== guest.message && !text.trimStart().startsWith('<')
  if (type) message.header.set('Content-Type', type)
}

/**
 * Throws when a body is not well-formed. Otherwise gives it to the message `output`, with its `Content-Type`.
 * @param rules whether only bodies whose `Content-Type` is JSON or XML are parsed; the format; the limits, as JSON
 */
guest.convert.parse = (source, input, output, { byType, format, limits }) => {
  const text = readText(source)
  if (text === '') return
  const type = String(guest.get(`${input}.headers.content-type`) ?? '')
  const named = /\bjson\b/i.test(type) ? 'json' : /\bxml\b/i.test(type) ? 'xml' : undefined
  if (byType && !named) return
  const found = (byType ? named : format) ?? named ?? (text.trimStart().startsWith('<') ? 'xml' : 'json')
  if (format && found !== format) throw new Error(`the body is not ${format}`)
  host('requireParsed', found, limits, text)
  if (output === 'request') return
  write(output, text, type)
}

/** Replaces the body by what the style sheet makes of it, or of an empty document. */
guest.convert.transform = (type, hasInput) => {
  const text = hasInput ? guest.message.body.text() : '<empty/>'
  if (text === '') return
  try {
    if (hasInput) host('requireParsed', 'xml', '{}')
  } catch {
    guest.reject('ParseError', 'The body of the message is not well-formed in its media type', 400)
    return
  }
  try {
    guest.message.body.write(host('xslt', text))
  } catch (error) {
    throw error.message // without the line of this program
  }
  guest.message.body.isParsed = /xml/.test(type)
  guest.message.header.set('Content-Type', type)
}

/** Rejects a body that is not XML, or that violates the schema. @param name the variable with the body */
guest.convert.checkXml = (name) => {
  const text = name === 'message.body' ? guest.message.body.text() : String(guest.get(name) ?? '')
  let violation = 'the body is not well-formed XML'
  try {
    host('requireParsed', 'xml', '{}', text)
    violation = host('checkXml', text)
  } catch (error) {
    if (text !== '') violation = `the body cannot be checked: ${error.message}`
  }
  if (violation !== undefined) guest.reject('ValidateError', violation)
}

/** Throws when the body of the message is not well-formed, or exceeds a limit. @param format `json` or `xml` */
guest.convert.requireParsed = (format, limits) => {
  host('requireParsed', format, limits)
  guest.message.body.isParsed = true
}
