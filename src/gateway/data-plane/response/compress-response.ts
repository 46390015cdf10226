/**
 * Compresses responses of APIs with the member `compression`, where the upstream gave no content coding and the caller accepts one.
 *
 * RFC 9110 sections 8.4 and 12.5.3. Event streams stay as they are: an attacker who adds text to a long stream could guess
 * its secrets by the length of the parts.
 */
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { acceptsEncoding } from '../../../shared/http/site/choose-encoding.ts'
import type { ResponseCompression } from '../../config/types/index.ts'
import type { Call } from '../call/call.ts'
import type { BodySink, UnreadResponseBody } from '../call/call-message.ts'
import { findHeader, parseMediaType, removeHeader, setHeader } from '../message/headers.ts'
import { isBodylessStatus } from '../upstream/response-headers.ts'

type Encoding = 'br' | 'gzip'

/** The quality at which brotli is about as fast as gzip, and smaller. */
const brotliQuality = 4
const codings = {
  br: {
    compress: (body: Buffer) =>
      promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    open: (flushes: boolean) =>
      createBrotliCompress({
        params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality },
        flush: flushes ? constants.BROTLI_OPERATION_FLUSH : undefined,
      }),
  },
  gzip: {
    compress: (body: Buffer) => promisify(gzip)(body),
    open: (flushes: boolean) => createGzip(flushes ? { flush: constants.Z_SYNC_FLUSH } : {}),
  },
}

/** The stage before the response is sent. */
export function compressResponse(call: Call): undefined | Promise<undefined> {
  const rules = call.route.api?.api.compression
  if (!rules || !isCompressible(call, rules)) return undefined
  const { message, request } = call
  addVary(message.headers)
  const encoding = (['br', 'gzip'] as const).find((each) => acceptsEncoding(request.headers['accept-encoding'], each))
  const length = message.payload?.length ?? message.responseLength
  if (!encoding || call.method === 'HEAD' || length < rules.minBytes) return undefined

  describeCompressed(message.headers, encoding)
  message.responseLength = Number.NaN
  if (message.exchange) {
    // The parts of a body of unknown length are sent as they come.
    message.exchange = new CompressedBody(message.exchange, encoding, Number.isNaN(length))
    return undefined
  }
  return codings[encoding].compress(message.payload as Buffer).then((payload) => {
    message.payload = payload
    return undefined
  })
}

/** Headers with a digest of the body, which would be wrong after compression. */
const digests = ['content-md5', 'content-digest', 'repr-digest', 'digest']

function isCompressible(call: Call, { types }: ResponseCompression): boolean {
  const { message, request } = call
  const { status, headers, isResponse, exchange, payload } = message
  if ((!exchange && !payload) || !isResponse || isBodylessStatus(status) || status === 206 || call.upgrade) return false
  const type = parseMediaType(findHeader(headers, 'content-type'))
  if (type === undefined || type === 'text/event-stream') return false
  if (!types.includes(type) && !types.includes(`${type.split('/', 1)[0]}/*`)) return false
  if (findHeader(headers, 'content-encoding') !== undefined) return false
  const directives = `${findHeader(headers, 'cache-control')},${request.headers['cache-control']}`
  return !/\bno-transform\b/i.test(directives) && !digests.some((name) => findHeader(headers, name) !== undefined)
}

function addVary(headers: string[]): void {
  const vary = findHeader(headers, 'vary') ?? ''
  if (!/(?:^|[\s,])(?:\*|accept-encoding)(?:$|[\s,])/i.test(vary)) headers.push('Vary', 'Accept-Encoding')
}

/** The ETag becomes a weak one: the bytes are others than those that the upstream named (RFC 9110 section 8.8.1). */
function describeCompressed(headers: string[], encoding: Encoding): void {
  for (const name of ['content-length', 'accept-ranges']) removeHeader(headers, name)
  headers.push('Content-Encoding', encoding)
  const etag = findHeader(headers, 'etag')
  if (etag?.startsWith('"')) setHeader(headers, 'ETag', `W/${etag}`)
}

/** A body that is compressed on its way to its sink, at the pace of the slower side. */
class CompressedBody implements UnreadResponseBody {
  readonly #exchange: UnreadResponseBody
  readonly #stream: ReturnType<(typeof codings)[Encoding]['open']>

  constructor(exchange: UnreadResponseBody, encoding: Encoding, flushes: boolean) {
    this.#exchange = exchange
    this.#stream = codings[encoding].open(flushes)
  }

  flowTo(sink: BodySink): void {
    const stream = this.#stream
    stream.on('data', (part: Buffer) => {
      if (sink.write(part)) return
      stream.pause()
      sink.onDrain(() => stream.resume())
    })
    stream.on('end', () => sink.end())
    stream.on('error', (error) => sink.fail(error))
    this.#exchange.flowTo({
      write: (chunk) => stream.write(chunk),
      onDrain: (resume) => void stream.once('drain', resume),
      end: () => void stream.end(),
      fail(error) {
        stream.destroy()
        sink.fail(error)
      },
    })
  }

  cancel(): void {
    this.#stream.destroy()
    this.#exchange.cancel()
  }
}
