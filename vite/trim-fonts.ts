/**
 * Removes from fonts in WOFF2 what pages can do without: kerning, which is a third of their bytes, ligatures, and the
 * names of glyphs. Without them, a few pairs of letters such as "Te" stand a little further apart.
 *
 * WOFF2 section 4: a header, a directory of tables, and one stream of brotli with all tables in the same order.
 */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { Plugin } from 'vite'

export function trimFonts(): Plugin {
  return {
    name: 'trim-fonts',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.woff2'))
          file.source = trimFont(Buffer.from(file.source as Uint8Array))
    },
  }
}

/** The indexes of GDEF, GPOS and GSUB among the known tags of section 4.1. */
const droppedTables = new Set([26, 27, 28])
const [postTable, glyfTable, locaTable, otherTag] = [7, 10, 11, 63]
/** The length of the table post in version 3, which has no names of glyphs. */
const namelessPostBytes = 32
const headerBytes = 48

interface FontTable {
  tag: number
  /** The bytes of its entry in the directory. */
  entry: Buffer
  /** Its length in the font, and in the stream. */
  length: number
  storedLength: number
}

function trimFont(font: Buffer): Buffer {
  const tables = readDirectory(font)
  const directoryEnd = headerBytes + tables.reduce((sum, { entry }) => sum + entry.length, 0)
  const stream = brotliDecompressSync(font.subarray(directoryEnd, directoryEnd + font.readUInt32BE(20)))

  const contents: Buffer[] = []
  const kept: FontTable[] = []
  let at = 0
  for (const table of tables) {
    const content = stream.subarray(at, at + table.storedLength)
    at += table.storedLength
    if (droppedTables.has(table.tag)) continue
    kept.push(table.tag === postTable ? shortenEntry(table) : table)
    contents.push(table.tag === postTable ? dropGlyphNames(content) : content)
  }
  const compressed = brotliCompressSync(Buffer.concat(contents), {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT,
    },
  })
  const header = Buffer.from(font.subarray(0, headerBytes))
  const body = Buffer.concat([header, ...kept.map(({ entry }) => entry), compressed])
  const padded = Buffer.concat([body, Buffer.alloc(-body.length & 3)])
  padded.writeUInt32BE(padded.length, 8)
  padded.writeUInt16BE(kept.length, 12)
  padded.writeUInt32BE(12 + kept.reduce((sum, { length }) => sum + 16 + ((length + 3) & ~3), 0), 16)
  padded.writeUInt32BE(compressed.length, 20)
  padded.fill(0, 28, headerBytes) // there are no metadata
  return padded
}

/** The entry of post has its flags, and the length in one byte. */
function shortenEntry(post: FontTable): FontTable {
  const entry = Buffer.from([post.entry.readUInt8(0), namelessPostBytes])
  return { ...post, entry, length: namelessPostBytes, storedLength: namelessPostBytes }
}

function dropGlyphNames(post: Buffer): Buffer {
  const short = Buffer.from(post.subarray(0, namelessPostBytes))
  short.writeUInt32BE(0x00030000)
  return short
}

function readDirectory(font: Buffer): readonly FontTable[] {
  const tables: FontTable[] = []
  let at = headerBytes

  function readLength(): number {
    let value = 0
    for (;;) {
      const byte = font.readUInt8(at++)
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }

  while (tables.length < font.readUInt16BE(12)) {
    const start = at
    const flags = font.readUInt8(at++)
    const [tag, version] = [flags & 63, flags >> 6]
    if (tag === otherTag) at += 4
    const length = readLength()
    const isTransformed = tag === glyfTable || tag === locaTable ? version !== 3 : version !== 0
    const storedLength = isTransformed ? readLength() : length
    tables.push({ tag, entry: font.subarray(start, at), length, storedLength })
  }
  return tables
}
