/**
 * The screen of client channels: definitions from which clients learn how to connect. Their names are independent
 * of other channels, and they have no status.
 */
import { t } from '../../../ui/text/t.ts'
import { buildChannelType, channelScreenBase } from './channel-screen-base.ts'
import type { ObjectScreen } from './object-screen.ts'

export const clientChannelScreen: ObjectScreen = {
  ...channelScreenBase,
  section: 'client-channels',
  plural: t('client channels'),
  singular: t('client channel'),
  kind: 'clntconn',
  authority: 'CLNTCONN',
  includes: ['CLNTCONN'],
  columns: channelScreenBase.columns.filter(({ live }) => !live),

  types: [
    {
      ...buildChannelType(
        'CLNTCONN',
        t('Tells applications where to connect.'),
        ['CONNAME', 'QMNAME', 'DESCR'],
        ['CONNAME'],
      ),
      deleteParameters: { chltable: 'CLNTTBL' },
    },
  ],

  actions: [],
}
