/** An example request, independent of the language in which it is rendered. */
export interface ExampleRequest {
  method: string
  /** Whole, with its query. */
  url: string
  headers: readonly (readonly [name: string, value: string])[]
  /** RFC 7617; sent besides the headers. */
  basic: boolean
  body: string | undefined
}
