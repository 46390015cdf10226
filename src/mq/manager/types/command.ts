/** Types for MQSC commands and their results. */
export interface JsonCommand {
  command: string
  qualifier: string
  name?: string | undefined
  parameters?: Readonly<Record<string, unknown>> | undefined
  responseParameters?: readonly string[] | undefined
}

/** The result of a command, before it is rendered as text or JSON. */
export interface CommandOutcome {
  completionCode: 0 | 1 | 2
  reasonCode: number
  responses: readonly CommandResponse[]
}

export interface CommandResponse {
  completionCode: 0 | 1 | 2
  reasonCode: number
  /** The messages, for example `AMQ8006I: IBM MQ queue created.` */
  messages: readonly string[]
  /** The attributes in the order of printing, with upper-case keys; undefined when nothing is displayed. */
  attributes?: readonly (readonly [keyword: string, value: AttributeValue])[]
  /** The definition of a displayed object, and a number that changes with its live values, such as the depth. */
  version?: { readonly object: { readonly name: string }; readonly changedAt: number }
  /** The open handles of a connection or queue, when the command requested them. */
  objects?: readonly (readonly (readonly [keyword: string, value: AttributeValue])[])[]
}

/** The value of an attribute: numbers, upper-case words, arrays, and the empty string for blank text. */
export type AttributeValue = string | number | readonly string[]

/** The MQ command level that the queue managers implement: CMDLEVEL of DISPLAY QMGR. */
export const commandLevel = 942
