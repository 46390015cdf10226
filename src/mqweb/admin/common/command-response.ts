/** Renders one response of a command as JSON, with its text as lines or its attributes as members. */
import { type CommandResponse, renderJsonParameters, renderTextLines } from '../../../qm/index.ts'

/** Renders a response to `runCommand`: the lines that MQSC prints. */
export function renderTextResponse(response: CommandResponse): string {
  const { completionCode, reasonCode } = response
  return JSON.stringify({ completionCode, reasonCode, text: renderTextLines(response) })
}

/** Renders a response to `runCommandJSON`: attributes under lower-case keywords, or the messages of the command. */
export function renderJsonResponse(response: CommandResponse): string {
  const { completionCode, reasonCode, messages } = response
  const parameters = renderJsonParameters(response)
  if (parameters)
    return `{"completionCode":${completionCode},"reasonCode":${reasonCode},"parameters":${parameters}}`
  return JSON.stringify({ completionCode, reasonCode, ...(messages.length > 0 && { message: messages }) })
}
