import test from 'ava'
import { renderCsv, renderDefineCommand } from '../../../../../src/mq/parts/console/pages/objects/render-mqsc.ts'
import { channelScreen } from '../../../../../src/mq/parts/console/pages/screens/channel-screen.ts'
import { queueScreen } from '../../../../../src/mq/parts/console/pages/screens/queue-screen.ts'

test('CSV quotes what it must, and no cell is a formula', (t) => {
  const columns = queueScreen.columns.filter(({ id }) => ['name', 'curdepth', 'descr'].includes(id))
  const rows = ['a "note", long', '=HYPERLINK("x")', '-5'].map((descr, index) => ({
    name: `Q${index}`,
    type: 'QLOCAL',
    status: {},
    attributes: { descr, curdepth: index, maxdepth: 10 },
  }))
  t.is(
    renderCsv(columns, rows),
    'Name,Depth,Description\r\nQ0,0,"a ""note"", long"\r\nQ1,1,"\'=HYPERLINK(""x"")"\r\nQ2,2,-5\r\n',
  )
})

test('MQSC contains the attributes that were changed, quoted as MQSC needs it', (t) => {
  const attribute = { access: 'set', takes: '', form: 'text' } as const
  const kind = {
    kind: 'queue',
    attributes: [
      { ...attribute, keyword: 'DESCR', initial: '' },
      { ...attribute, keyword: 'MAXDEPTH', initial: 5000, form: 'number' as const },
      { ...attribute, keyword: 'PUT', initial: 'ENABLED' },
      { ...attribute, keyword: 'CURDEPTH', access: 'show' as const },
    ],
  }
  const text = renderDefineCommand(queueScreen, kind, {
    queue: "it's.mine",
    type: 'QLOCAL',
    descr: "a 'b'",
    maxdepth: 7,
    put: 'ENABLED',
    curdepth: 3,
  })
  t.is(text, "DEFINE QLOCAL('it''s.mine') +\n       DESCR('a ''b''') +\n       MAXDEPTH(7) +\n       REPLACE\n")
})

test('MQSC of a channel names its type', (t) => {
  const kind = {
    kind: 'channel',
    attributes: [{ keyword: 'CONNAME', access: 'set', takes: '', form: 'list' } as const],
  }
  const attributes = { channel: 'TO.QM2', chltype: 'SDR', conname: ['host(1414)', 'other(1414)'] }
  t.is(
    renderDefineCommand(channelScreen, kind, attributes),
    "DEFINE CHANNEL('TO.QM2') +\n       CHLTYPE(SDR) +\n       CONNAME('host(1414)','other(1414)') +\n       REPLACE\n",
  )
})
