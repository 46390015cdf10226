/**
 * Compresses JSON while it is sent, when the client accepts it: RFC 9110 section 8.4.
 *
 * Compression reveals whether two parts of a response are equal (BREACH). So routes whose responses contain a secret
 * beside text of another party, such as message bodies, are marked `uncompressed` in the tables of routes. The
 * session cookie is SameSite=Strict, so a page of another site cannot request the other resources for a user.
 */
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { HttpResponse } from '../../../shared/http/message/http-response.ts'
import { runOnce } from '../../../shared/http/message/run-once.ts'
import { acceptsEncoding } from '../../../shared/http/site/choose-encoding.ts'

/** The minimum length in characters of a body that is compressed. */
export const minCompressedLength = 1024

/** Where `streamJson` writes: the response, or a compressor in front of it. */
export type JsonSink = Pick<HttpResponse, 'write' | 'destroyed' | 'on' | 'off'> & { end(chunk: string): unknown }

const compressors = {
  // Quality 4 compresses about as fast as gzip; a window of 256 KB keeps the memory of a response small.
  br: () =>
    createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } }),
  gzip: () => createGzip({ level: 4 }),
} as const

export type CompressionName = keyof typeof compressors

/** Returns the preferred encoding that the Accept-Encoding header allows, or undefined. */
export function findCompression(accepted: string | string[] | undefined): CompressionName | undefined {
  return acceptsEncoding(accepted, 'br') ? 'br' : acceptsEncoding(accepted, 'gzip') ? 'gzip' : undefined
}

/** Returns a sink that writes what it gets to the response, compressed, at the pace of the client. */
export function openCompressor(response: HttpResponse, encoding: CompressionName): JsonSink {
  const compressor = compressors[encoding]()
  const resume = () => compressor.resume()
  compressor.on('data', (chunk: Buffer) => {
    if (response.write(chunk) || response.destroyed) return
    compressor.pause()
    runOnce(response, 'drain', resume)
  })
  compressor.on('end', () => response.end())
  compressor.on('error', () => response.destroy())
  runOnce(response, 'close', () => compressor.destroy())
  return compressor
}
