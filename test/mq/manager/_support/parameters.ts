/** What a command displays, as the members that its JSON has. */
import { renderJsonParameters as render } from '../../../../src/mq/manager/mqsc/index.ts'
import type { CommandResponse } from '../../../../src/mq/manager/types/connection.ts'

export function renderParameters(response: CommandResponse): Record<string, unknown> | undefined {
  const text = render(response)
  return text === undefined ? undefined : JSON.parse(text)
}
