/** Every kind of object that has pages of its own. */
import { appChannels } from './app-channels.ts'
import { channels } from './channels.ts'
import { clientChannels } from './client-channels.ts'
import { listeners } from './listeners.ts'
import { queues } from './queues.ts'
import type { ObjectScreen } from './screen.ts'
import { subscriptions } from './subscriptions.ts'
import { topics } from './topics.ts'

export const screens: readonly ObjectScreen[] = [
  queues,
  topics,
  subscriptions,
  listeners,
  channels,
  appChannels,
  clientChannels,
]

export function screenOf(section: string): ObjectScreen {
  const screen = screens.find((each) => each.section === section)
  if (!screen) throw new Error(`${section} is no list of objects`)
  return screen
}
