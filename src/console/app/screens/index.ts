/** The table of object screens: one for each kind of object with its own list. */
import { appChannelScreen } from './app-channel-screen.ts'
import { authinfoScreen } from './authinfo-screen.ts'
import { channelScreen } from './channel-screen.ts'
import { clientChannelScreen } from './client-channel-screen.ts'
import { listenerScreen } from './listener-screen.ts'
import { namelistScreen } from './namelist-screen.ts'
import type { ObjectScreen } from './object-screen.ts'
import { processScreen } from './process-screen.ts'
import { queueScreen } from './queue-screen.ts'
import { serviceScreen } from './service-screen.ts'
import { subscriptionScreen } from './subscription-screen.ts'
import { topicScreen } from './topic-screen.ts'

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
