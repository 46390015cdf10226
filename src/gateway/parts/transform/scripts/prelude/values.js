/** Buffers and texts: what scripts expect beyond the language itself. */
const { host } = guest

class Buffer extends Uint8Array {
  /** `new Buffer(text)` is how scripts for older firmware write `Buffer.from(text)`. */
  constructor(value, encoding, length) {
    if (typeof value === 'string') super(host('encode', value, encoding || 'utf8'))
    else if (value instanceof ArrayBuffer && encoding !== undefined) super(value, encoding, length)
    else super(value)
  }

  static get [Symbol.species]() {
    return Buffer
  }
  static from(value, encoding) {
    return new Buffer(value, typeof value === 'string' ? encoding : undefined)
  }
  static alloc(size, fill) {
    const made = new Buffer(Number(size))
    return fill === undefined ? made : made.fill(typeof fill === 'string' ? fill.charCodeAt(0) : fill)
  }
  static isBuffer(value) {
    return value instanceof Buffer
  }
  static byteLength(value, encoding) {
    return typeof value === 'string' ? new Buffer(value, encoding).length : value.byteLength
  }
  static concat(list) {
    const whole = new Buffer(list.reduce((sum, each) => sum + each.length, 0))
    let at = 0
    for (const each of list) {
      whole.set(each, at)
      at += each.length
    }
    return whole
  }

  toString(encoding, start, end) {
    const part = start === undefined && end === undefined ? this : this.subarray(start, end)
    return host('decode', part, encoding || 'utf8')
  }
  toJSON() {
    return { type: 'Buffer', data: Array.from(this) }
  }
  toBuffer() {
    return this
  }
  toBuffers() {
    return [this]
  }
  slice(start, end) {
    return this.subarray(start, end)
  }
  equals(other) {
    return this.length === other.length && this.every((byte, index) => byte === other[index])
  }
  write(text, at) {
    const bytes = new Buffer(text)
    this.set(bytes.subarray(0, this.length - (at || 0)), at || 0)
    return bytes.length
  }
}
Buffer.allocUnsafe = Buffer.alloc
guest.Buffer = Buffer

guest.inspect = (value) => {
  if (typeof value === 'string') return value
  if (value instanceof Error) return value.stack ? `${value.message}\n${value.stack}` : String(value)
  if (value instanceof Buffer) return value.toString()
  if (value === null || typeof value !== 'object') return String(value)
  try {
    return JSON.stringify(value)
  } catch {
    return String(value)
  }
}

guest.format = (first, ...rest) => {
  if (typeof first !== 'string') return [first, ...rest].map(guest.inspect).join(' ')
  if (rest.length === 0) return first
  const text = first.replace(/%[sdifjoO%]/g, (sign) => {
    if (sign === '%%') return '%'
    if (rest.length === 0) return sign
    const value = rest.shift()
    if (sign === '%d' || sign === '%f') return String(Number(value))
    if (sign === '%i') return String(Number.parseInt(value, 10))
    return sign === '%j' ? JSON.stringify(value) : guest.inspect(value)
  })
  return [text, ...rest.map(guest.inspect)].join(' ')
}

/** Runs callbacks after the script, in their order, as the product does. */
const scheduled = []
guest.schedule = (callback, ...values) => scheduled.push([callback, values])
guest.runScheduled = () => {
  const next = scheduled.shift()
  if (!next) return 0
  next[0](...next[1])
  return 1
}
guest.countScheduled = () => scheduled.length
