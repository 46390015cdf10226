/** The message that policies read and change: the request until an upstream has responded, then the response. */
import type { RenderedHeaders } from '../../../shared/http/message/header-lines.ts'

/** Receives the body of an upstream's response. */
export interface BodySink {
  /** Returns false when the sender must pause until the callback of `onDrain` runs. */
  write(chunk: Buffer): boolean
  /** Writes a whole short body and ends it. The text is latin1: one character is one byte. A sink may do without. */
  endWithText?(text: string): void
  onDrain(resume: () => void): void
  end(): void
  /** Reports that the rest of the body will not come. */
  fail(error: Error): void
}

/** A request to an upstream and its response, whose body has not been read yet. */
export interface UnreadResponseBody {
  /** Writes the whole body to a sink, from its first byte. It may be called once. */
  flowTo(sink: BodySink): void
  /** Closes the exchange; the rest of the response is dropped. */
  cancel(): void
}

/** A payload that was decoded, with its value once it was parsed. */
export interface DecodedPayload {
  payload: Buffer
  body: Buffer
  json?: { value: unknown }
  /** Whether a policy has parsed the body, or written it as an object. */
  isParsed?: boolean
}

export class CallMessage {
  #headers: string[] | undefined
  /** The headers as a peer has sent them, while no policy has asked for the list, which it may change. */
  received: RenderedHeaders | undefined
  status = 200
  /** The reason phrase that a policy has set; undefined or empty for that of the status. */
  reasonPhrase: string | undefined
  /** Whether the message is the response of an upstream. */
  isResponse = false
  /** The trailers of the upstream's response, a flat list of names and values; undefined until they have arrived. */
  trailers: string[] | undefined
  /** Whether a policy has replaced the body that a peer sent. */
  isBodyReplaced = false
  /** The body as a whole. When it is set, it is sent instead of the body that streams. */
  payload: Buffer | undefined
  /** The payload without its content coding; undefined until a policy has decoded it. */
  decoded: DecodedPayload | undefined
  /** The exchange whose response is the message; undefined before an upstream was called. */
  exchange: UnreadResponseBody | undefined
  /** Names of the headers that policies have set, in lower case. */
  headersSetByPolicies: Set<string> | undefined
  /** The variables that policies have set: texts, and values of JSON. */
  variables: Map<string, unknown> | undefined
  /** The decoded body that the caller sent; kept only for APIs with policies that may read it after its replacement. */
  requestPayload: Buffer | undefined
  /** The Content-Length of the upstream's response; NaN when it has none. */
  responseLength = Number.NaN

  /** A flat list of names and values, like `rawHeaders`, without hop-by-hop headers, Host and Content-Length. */
  get headers(): string[] {
    this.#headers ??= this.received?.list.slice() ?? []
    this.received = undefined
    return this.#headers
  }

  /** The headers for code that only reads them: those of a peer are not copied. */
  get readableHeaders(): readonly string[] {
    return this.#headers ?? this.received?.list ?? []
  }

  set headers(headers: string[]) {
    this.#headers = headers
    this.received = undefined
  }

  /** Replaces the headers by those of a message that has been received. */
  receive(headers: RenderedHeaders): void {
    this.#headers = undefined
    this.received = headers
  }

  /** Sets a variable for a policy. */
  setVariable(name: string, value: unknown): void {
    this.variables ??= new Map()
    this.variables.set(name, value)
  }

  /** Notes that a policy has set a header. */
  noteHeader(lowerName: string): void {
    this.headersSetByPolicies ??= new Set()
    this.headersSetByPolicies.add(lowerName)
  }

  /** Replaces the body, and cancels the exchange that the previous body would have come from. */
  replaceBody(payload: Buffer | undefined): void {
    this.payload = payload ?? Buffer.alloc(0)
    this.isBodyReplaced = true
    this.exchange?.cancel()
    this.exchange = undefined
  }
}
