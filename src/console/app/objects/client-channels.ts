/**
 * Client channels: what clients read to find their queue manager. They share no names with other channels, and
 * nothing of them runs here.
 */
import { channelList, channelType } from './channel-list.ts'
import type { ObjectScreen } from './screen.ts'

export const clientChannels: ObjectScreen = {
  ...channelList,
  section: 'client-channels',
  many: 'client channels',
  one: 'client channel',
  kind: 'clntconn',
  authority: 'CLNTCONN',
  includes: ['CLNTCONN'],
  columns: channelList.columns.filter(({ live }) => !live),

  types: [
    {
      ...channelType(
        'CLNTCONN',
        'Tells applications where to connect.',
        ['CONNAME', 'QMNAME', 'DESCR'],
        ['CONNAME'],
      ),
      removal: { chltable: 'CLNTTBL' },
    },
  ],

  actions: [],
}
