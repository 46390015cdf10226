/** Counts received bytes that are not settled, and pauses the socket while there are too many in memory. */
const maxBytes = 16 * 1_048_576

export class ReceivedBytes {
  readonly #pause: (isPaused: boolean) => void
  #bytes = 0
  #isPaused = false

  constructor(pause: (isPaused: boolean) => void) {
    this.#pause = pause
  }

  add(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > maxBytes && !this.#isPaused) this.#set(true)
  }

  remove(bytes: number): void {
    this.#bytes -= bytes
    if (this.#bytes < maxBytes / 2 && this.#isPaused) this.#set(false)
  }

  #set(isPaused: boolean): void {
    this.#isPaused = isPaused
    this.#pause(isPaused)
  }
}
