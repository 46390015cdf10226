/** What is written to of an answer, whoever sends it: node's server, or ours for plain requests. */

/** Names and values in turn, or by name. */
export type ResponseHeaders = string[] | Readonly<Record<string, string | number>>

export interface HttpResponse {
  readonly statusCode: number
  readonly headersSent: boolean
  /** `end` has been called. */
  readonly writableEnded: boolean
  /** Everything has been handed to the system. */
  readonly writableFinished: boolean
  /** Nothing can be sent any more. */
  readonly destroyed: boolean

  /** Sends an interim response, `103 Early Hints`, before the head. Throws for a value that cannot be one of `Link`. */
  writeEarlyHints(hints: { link: string[] }): unknown
  /** Sets the head, which leaves together with the first bytes of the body. */
  writeHead(status: number, fields?: ResponseHeaders): unknown
  /** Sends the head, for a body that lets itself be waited for. Nothing happens when it has been sent. */
  flushHeaders(): void
  /** False: `drain` tells when there is room again. `onWritten` is told when the system has taken all of the chunk. */
  write(chunk: Buffer | string, onWritten?: (error?: Error | null) => void): boolean
  end(): unknown
  end(chunk: Buffer | string): unknown
  end(chunk: string, encoding: 'latin1' | 'utf8'): unknown
  /** Breaks the connection: what has been sent so far is all that comes. */
  destroy(): unknown

  /** `close` comes once in any case, when the answer has been sent or never will be. */
  on(event: 'close' | 'drain' | 'finish', listener: () => void): unknown
  once(event: 'close' | 'drain' | 'finish', listener: () => void): unknown
  off(event: 'close' | 'drain' | 'finish', listener: () => void): unknown
}
