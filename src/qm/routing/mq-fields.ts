/** Encodes the fields of MQ structures: text padded with blanks, integers in little-endian order (MQENC 546). */

export function encodeText(value: string, length: number): Buffer {
  const field = Buffer.alloc(length, ' ')
  field.write(value, 0, length, 'utf8')
  return field
}

export function encodeInteger(value: number): Buffer {
  const field = Buffer.alloc(4)
  field.writeInt32LE(value)
  return field
}
