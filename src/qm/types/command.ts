/** MQSC commands as they are handed in, and what they answer. */

export interface JsonCommand {
  command: string
  qualifier: string
  name?: string
  parameters?: Readonly<Record<string, unknown>>
  responseParameters?: readonly string[]
}

/** What a command answered, before any door has rendered it. */
export interface CommandOutcome {
  completionCode: 0 | 1 | 2
  reasonCode: number
  responses: readonly CommandResponse[]
}

export interface CommandResponse {
  completionCode: 0 | 1 | 2
  reasonCode: number
  /** `AMQ8006I: IBM MQ queue created.` */
  messages: readonly string[]
  /** Attributes in the order in which MQSC prints them, keys in upper case; absent when nothing is displayed. */
  attributes?: readonly (readonly [keyword: string, value: AttributeValue])[]
  /** Handles of a connection or queue, when they were asked for. */
  objects?: readonly (readonly (readonly [keyword: string, value: AttributeValue])[])[]
}

/** Integers as numbers, enumerations in upper case, lists as arrays, blank text as the empty string. */
export type AttributeValue = string | number | readonly string[]
