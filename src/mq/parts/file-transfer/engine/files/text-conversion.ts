/** Converts text files: encoding and line ends. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

export interface TextConversion {
  /** Encodings as `TextDecoder` names them; UTF-8 when undefined. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly endOfLine?: 'LF' | 'CRLF' | undefined
}

/** Returns the canonical name of an encoding, `windows-1252` for `latin1`. Throws an `Error` for an unknown one. */
export function parseEncoding(name: string): string {
  try {
    return new TextDecoder(name).encoding
  } catch {
    throw new Error(
      `the encoding "${name}" is not supported; use UTF-8, UTF-16LE, ISO-8859-2 to -16, or windows-1250 to -1258`,
    )
  }
}

/** Converts a text file into another one, synced to disk. Rejects when the text does not fit one of the encodings. */
export async function convertTextFile(source: string, target: string, conversion: TextConversion): Promise<void> {
  const decoder = new TextDecoder(conversion.from ?? 'utf-8', { fatal: true, ignoreBOM: true })
  const encode = createEncoder(parseEncoding(conversion.to ?? 'utf-8'))
  const lineEnd = conversion.endOfLine === 'CRLF' ? '\r\n' : '\n'
  let carriageReturn = ''
  const convert = (text: string, isLast: boolean) => {
    let whole = carriageReturn + text
    // A line end may be split between two blocks.
    carriageReturn = !isLast && whole.endsWith('\r') ? '\r' : ''
    if (carriageReturn !== '') whole = whole.slice(0, -1)
    return encode(whole.replace(/\r?\n/g, lineEnd))
  }

  await using file = await open(target, 'w')
  for await (const block of createReadStream(source, { highWaterMark: 262_144 }))
    await file.writeFile(convert(decoder.decode(block as Buffer, { stream: true }), false))
  await file.writeFile(convert(decoder.decode(), true))
  await file.sync()
}

function createEncoder(encoding: string): (text: string) => Buffer {
  if (encoding === 'utf-8') return (text) => Buffer.from(text, 'utf8')
  if (encoding === 'utf-16le') return (text) => Buffer.from(text, 'utf16le')
  if (encoding === 'utf-16be') return (text) => Buffer.from(text, 'utf16le').swap16()
  const bytes = invertCodePage(encoding)
  return (text) =>
    Buffer.from(
      Array.from(text, (character) => {
        const byte = bytes.get(character)
        if (byte !== undefined) return byte
        const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
        throw new Error(`BFGIO0060E: the encoding ${encoding} has no character U+${code}`)
      }),
    )
}

/** Returns the byte of every character of a code page of 256 characters. Throws an `Error` for other encodings. */
function invertCodePage(encoding: string): Map<string, number> {
  const decoder = new TextDecoder(encoding)
  const characters = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)))
  const isCodePage = /^(windows|iso|koi8|ibm)/.test(encoding)
  if (!isCodePage && characters.some((each) => [...each].length !== 1 || each === '\uFFFD'))
    throw new Error(`text cannot be written in the encoding ${encoding}`)
  const bytes = new Map(characters.map((character, byte) => [character, byte]))
  bytes.delete('\uFFFD') // bytes without a character
  return bytes
}
