/** Encodes and decodes fields of MQ structures: text padded with blanks, little-endian integers (MQENC 546). */
import { trimEndCharacters } from '../../../shared/lib/text/trim-characters.ts'

/** Returns the text in `length` bytes of UTF-8, padded with blanks; a longer text is cut off. */
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

/** Returns the text of a field without its padding of blanks or zeros. */
export function decodeText(structure: Buffer, offset: number, length: number): string {
  return trimEndCharacters(structure.toString('utf8', offset, offset + length), ' \0')
}
