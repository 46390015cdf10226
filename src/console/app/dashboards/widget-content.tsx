/** Renders the content of a widget. Each kind of widget has one row in the table. */
import type { ReactNode } from 'react'

import type { Widget, WidgetKind } from '../api/layout.ts'
import { appChannelScreen } from '../screens/app-channel-screen.ts'
import { authinfoScreen } from '../screens/authinfo-screen.ts'
import { channelScreen } from '../screens/channel-screen.ts'
import { clientChannelScreen } from '../screens/client-channel-screen.ts'
import { listenerScreen } from '../screens/listener-screen.ts'
import type { ObjectScreen } from '../screens/object-screen.ts'
import { queueScreen } from '../screens/queue-screen.ts'
import { subscriptionScreen } from '../screens/subscription-screen.ts'
import { topicScreen } from '../screens/topic-screen.ts'
import { ChartWidget } from './widgets/chart-widget.tsx'
import { ManagersWidget } from './widgets/managers-widget.tsx'
import { ObjectsWidget } from './widgets/objects-widget.tsx'

const listOf = (screen: ObjectScreen) => (widget: Widget) => (
  <ObjectsWidget key={`${widget.manager} ${widget.showSystem}`} widget={widget} screen={screen} />
)

const contents: Readonly<Record<WidgetKind, (widget: Widget) => ReactNode>> = {
  managers: () => <ManagersWidget />,
  queues: listOf(queueScreen),
  topics: listOf(topicScreen),
  listeners: listOf(listenerScreen),
  channels: listOf(channelScreen),
  'app-channels': listOf(appChannelScreen),
  subscriptions: listOf(subscriptionScreen),
  'client-channels': listOf(clientChannelScreen),
  authinfos: listOf(authinfoScreen),
  chart: (widget) => <ChartWidget widget={widget} />,
}

export function WidgetContent({ widget }: { widget: Widget }) {
  return contents[widget.kind](widget)
}
