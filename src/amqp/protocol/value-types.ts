/** The values of AMQP as rhea decodes and encodes them. */

/** A decoded AMQP value with its type. A described value has a descriptor. */
export interface Typed {
  readonly type: { readonly name: string; readonly width: number }
  readonly value: unknown
  readonly descriptor?: { readonly value: unknown }
}

export interface Reader {
  readonly position: number
  read(): Typed
  skip(bytes: number): void
  remaining(): number
}

export interface Writer {
  write(value: Typed): void
  toBuffer(): Buffer
}

export interface RheaTypes {
  readonly Reader: { new (buffer: Buffer): Reader; prototype: Reader & ReaderInternals }
  readonly Writer: new () => Writer
  wrap_boolean(value: unknown): Typed
  wrap_byte(value: unknown): Typed
  wrap_short(value: unknown): Typed
  wrap_int(value: unknown): Typed
  wrap_long(value: unknown): Typed
  wrap_float(value: unknown): Typed
  wrap_double(value: unknown): Typed
  wrap_uint(value: number): Typed
  wrap_ulong(value: number): Typed
  wrap_timestamp(value: number): Typed
  wrap_string(value: unknown): Typed
  wrap_symbol(value: string): Typed
  wrap_binary(value: Buffer): Typed
  wrap_list(values: readonly unknown[]): Typed
  wrap_map(values: object): Typed
  /** Returns the value with the type that rhea selects; null without a descriptor. */
  wrap_described(value: unknown): Typed
  described(descriptor: Typed, value: Typed): Typed
  unwrap(value: unknown): unknown
}

export interface ReaderInternals {
  read_array_items(count: number, type: { readonly width: number }): unknown[]
  read_n(count: number): unknown[]
}
