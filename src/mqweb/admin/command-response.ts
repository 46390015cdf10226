/** One element of a command's answer as JSON, its text as lines or as members. */
import { type CommandResponse, renderJsonParameters, renderTextLines } from '../../qm/index.ts'

/** For `runCommand`: the lines that MQSC prints. */
export function renderTextResponse(response: CommandResponse): string {
  const { completionCode, reasonCode } = response
  return JSON.stringify({ completionCode, reasonCode, text: renderTextLines(response) })
}

/** For `runCommandJSON`: attributes under keywords in lower case, or what the command had to say. */
export function renderJsonResponse(response: CommandResponse): string {
  const { completionCode, reasonCode, messages } = response
  const parameters = renderJsonParameters(response)
  if (parameters)
    return `{"completionCode":${completionCode},"reasonCode":${reasonCode},"parameters":${parameters}}`
  return JSON.stringify({ completionCode, reasonCode, ...(messages.length > 0 && { message: messages }) })
}
