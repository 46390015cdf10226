/** One element of a command's answer, as text lines and as JSON members. */
import { type CommandResponse, renderParameters, renderText } from '../../qm/index.ts'

/** What both forms have, and the members of one of them. */
interface Element {
  completionCode: number
  reasonCode: number
  text?: readonly string[]
  message?: readonly string[]
  parameters?: Readonly<Record<string, unknown>>
}

/** For `runCommand`: the lines that MQSC prints. */
export function textElement(response: CommandResponse): Element {
  const { completionCode, reasonCode } = response
  return { completionCode, reasonCode, text: renderText(response) }
}

/** For `runCommandJSON`: attributes under keywords in lower case, or what the command had to say. */
export function jsonElement(response: CommandResponse): Element {
  const { completionCode, reasonCode, messages } = response
  const parameters = renderParameters(response)
  if (parameters) return { completionCode, reasonCode, parameters }
  return { completionCode, reasonCode, ...(messages.length > 0 && { message: messages }) }
}
