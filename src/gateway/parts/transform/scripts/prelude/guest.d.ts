// biome-ignore-all lint/suspicious/noExplicitAny: values of scripts, whose types nobody knows
/** What the files of the prelude share: each fills its members, and uses those that files before it have filled. */
declare const guest: {
  /** Asks the product: the operation by its name, and its values. */
  host(operation: string, ...values: unknown[]): any
  /** What a script is given of the call: `script-input.ts`. */
  input: Record<string, any>
  variables: Record<string, any>
  properties: Record<string, string>
  [member: string]: any
}
