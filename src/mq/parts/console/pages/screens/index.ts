/** The table of object screens: one for each kind of object with its own list. */
import { appChannelScreen, channelScreen, clientChannelScreen } from './channel-screen.ts'
import { authinfoScreen, listenerScreen, namelistScreen, processScreen, serviceScreen } from './definition-screens.ts'
import type { ObjectScreen } from './object-screen.ts'
import { queueScreen } from './queue-screen.ts'
import { subscriptionScreen, topicScreen } from './topic-screen.ts'

export const objectScreens: readonly ObjectScreen[] = [
  queueScreen,
  topicScreen,
  subscriptionScreen,
  listenerScreen,
  channelScreen,
  appChannelScreen,
  clientChannelScreen,
  authinfoScreen,
  processScreen,
  namelistScreen,
  serviceScreen,
]

export function findObjectScreen(section: string): ObjectScreen {
  const screen = objectScreens.find((each) => each.section === section)
  if (!screen) throw new Error(`${section} is no list of objects`)
  return screen
}
