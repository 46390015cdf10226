/** The messages of a call: their headers, bodies and status. */
const { host, Buffer } = guest

/** Headers of the connection and the framing: the gateway computes the first ones, and does not let scripts change the others. */
const computed = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive'])
const fixed = new Set(['expect', 'host', 'proxy-connection', 'te', 'trailer', 'upgrade', 'x-request-id'])

/** Names and values at the same index, with the names in lower case beside them. */
class Headers {
  constructor(names, values, lower, onChange) {
    this.names = names
    this.values = values
    this.lower = lower
    this.onChange = onChange
  }

  /** @param list names and values, one after the other, like `rawHeaders` */
  static fromList(list, onChange) {
    const names = list.filter((_, index) => index % 2 === 0)
    const values = list.filter((_, index) => index % 2 === 1)
    return new Headers(
      names,
      values,
      names.map((name) => name.toLowerCase()),
      onChange,
    )
  }

  get(name) {
    if (Array.isArray(name)) return Object.fromEntries(name.map((each) => [each, this.get(each)]))
    const lower = String(name).toLowerCase()
    const first = this.lower.indexOf(lower)
    if (first < 0) return undefined
    let next = this.lower.indexOf(lower, first + 1)
    if (next < 0) return this.values[first]
    let found = this.values[first]
    for (; next >= 0; next = this.lower.indexOf(lower, next + 1)) found += `, ${this.values[next]}`
    return found
  }

  set(name, value) {
    if (name !== null && typeof name === 'object') {
      for (const each of Object.keys(name)) this.set(each, name[each])
      return
    }
    const lower = this.prepare(name)
    if (!lower) return
    const at = this.lower.indexOf(lower)
    if (at >= 0 && this.lower.indexOf(lower, at + 1) < 0 && !Array.isArray(value)) {
      this.names[at] = String(name)
      this.values[at] = String(value)
      return
    }
    if (at >= 0) this.remove(name)
    if (Array.isArray(value)) for (const each of value) this.append(lower, name, each)
    else this.append(lower, name, value)
  }

  add(name, value) {
    const lower = this.prepare(name)
    if (lower) this.append(lower, name, value)
  }

  append(lower, name, value) {
    this.lower.push(lower)
    this.names.push(String(name))
    this.values.push(String(value))
  }

  /** Returns the name in lower case; undefined for a header that the gateway computes. */
  remove(name) {
    const lower = this.prepare(name)
    if (!lower) return undefined
    for (let at = this.lower.indexOf(lower); at >= 0; at = this.lower.indexOf(lower, at))
      for (const list of [this.lower, this.names, this.values]) list.splice(at, 1)
    return lower
  }

  prepare(name) {
    const lower = String(name).toLowerCase()
    if (!this.onChange) throw new Error('the headers of the received request cannot be changed')
    if (computed.has(lower)) return undefined
    if (fixed.has(lower)) throw new Error(`the header "${name}" is set by the gateway itself`)
    this.onChange(lower)
    return lower
  }

  get headers() {
    const all = {}
    for (const [index, name] of this.names.entries())
      all[name] = Object.hasOwn(all, name) ? `${all[name]}, ${this.values[index]}` : this.values[index]
    return all
  }
}

const textual = /^(?:text|multipart)\/|[/+.-](?:json|xml|x-www-form-urlencoded|javascript|graphql|yaml)\b/i

/** A body that scripts read with callbacks. `source` is the name of the operation of the host that returns it. */
class Body {
  constructor(source, isParsed) {
    this.source = source
    this.written = undefined
    this.isParsed = isParsed === true
  }

  bytes() {
    if (this.written !== undefined) return new Buffer(this.written)
    const found = this.source && host(this.source)
    return found === undefined ? new Buffer(0) : new Buffer(found)
  }
  text() {
    if (typeof this.written === 'string') return this.written
    if (this.written === undefined && this.source) return host(`${this.source}Text`) || ''
    return this.bytes().toString()
  }
  /** Returns what the body says: an object where it is JSON, otherwise its text; undefined without a body. */
  value() {
    const text = this.text()
    return text === '' ? undefined : guest.parseIfJson(text)
  }
  /** Returns what `context.get` returns: the text, or bytes of a type that is no text; the value of a parsed body. */
  content(type) {
    const text = this.text()
    if (text === '') return undefined
    if (this.isParsed) return text.trimStart().startsWith('<') ? guest.XML.parse(text) : guest.parseIfJson(text)
    const isText = typeof this.written === 'string' || (!this.written && (!type || textual.test(type)))
    return isText ? text : this.bytes()
  }

  readAsBuffer(callback) {
    read(callback, () => this.bytes())
  }
  readAsBuffers(callback) {
    read(callback, () => this.bytes())
  }
  readAsString(callback) {
    read(callback, () => this.text())
  }
  readAsJSON(callback) {
    read(callback, () => (this.text() === '' ? undefined : JSON.parse(this.text()))) // a GET has no body, and no error
  }
  readAsXML(callback) {
    read(callback, () => guest.XML.parse(this.text()))
  }
  write(value) {
    this.written = guest.toBody(value)
    this.isParsed = typeof this.written === 'string' && value !== null && typeof value === 'object'
    this.isJson = this.isParsed && !guest.XML.isNode(value)
  }
  toString() {
    return this.text()
  }
}

function read(callback, readValue) {
  if (typeof callback !== 'function') throw new TypeError('a body is read with a callback (error, value)')
  let value
  try {
    value = readValue()
  } catch (error) {
    guest.schedule(callback, error)
    return
  }
  guest.schedule(callback, null, value)
}

guest.parseIfText = (value) => (typeof value === 'string' ? guest.parseIfJson(value) : value)
guest.parseIfJson = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What marks numbers that a double would round, in texts that no caller can guess; undefined while there are none. */
let mark
const keepMarked = (_, value) => {
  if (typeof value !== 'string' || !value.startsWith(mark)) return value
  const digits = value.slice(mark.length)
  return Object.defineProperties({}, { toJSON: { value: () => value }, toString: { value: () => digits } })
}
guest.isLongNumber = (value) => typeof value?.toJSON === 'function' && Object.hasOwn(value, 'toJSON')

/** Returns the value of a text as `JSON.parse` does, with objects for long numbers that keep their digits. */
guest.parseExactly = (text) => {
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  mark ??= host('uuid')
  return JSON.parse(host('markNumbers', text, mark), keepMarked)
}

function stringify(value) {
  const text = JSON.stringify(value)
  return mark ? text.replace(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1') : text
}

/** Returns the value with doubles in place of long numbers. */
guest.roundNumbers = (value) =>
  mark && value !== null && typeof value === 'object' ? JSON.parse(stringify(value)) : value

/** Returns the text or the bytes of a value that a script writes. */
guest.toBody = (value) => {
  if (value === undefined || value === null) return ''
  if (value instanceof Uint8Array || typeof value === 'string') return value
  if (Array.isArray(value) && value.length > 0 && value.every((each) => each instanceof Uint8Array))
    return Buffer.concat(value)
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  if (guest.XML.isNode(value)) return guest.XML.stringify(value)
  return typeof value === 'object' ? stringify(value) : String(value)
}

class Message {
  constructor(headers, body, status, onStatus, reason) {
    this.header = headers
    this.body = body
    this.code = status
    this.reason = reason
    this.onStatus = onStatus
  }
  get headers() {
    return this.header.headers
  }
  get statusCode() {
    return this.reason === undefined ? String(this.code) : `${this.code} ${this.reason}`
  }
  /** Takes `404` and `"404 Not Found"`. */
  set statusCode(value) {
    const [, code, reason] = /^\s*(\d{3})(?:\s+(.*))?$/.exec(String(value)) || []
    if (!code) throw new Error(`a status is a number of three digits - found "${value}"`)
    this.code = Number(code)
    if (reason) this.reason = reason
    if (this.onStatus) this.onStatus(this.code, this.reason)
  }
  get reasonPhrase() {
    return this.reason === undefined ? '' : this.reason
  }
  set reasonPhrase(value) {
    this.reason = String(value)
    if (this.onStatus) this.onStatus(undefined, this.reason)
  }
}

guest.Headers = Headers
guest.Body = Body
guest.Message = Message
