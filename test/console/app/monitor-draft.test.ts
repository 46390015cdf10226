import test from 'ava'

import { type ItemDraft, initialItem } from '../../../src/console/app/file-transfer/item-draft.ts'
import {
  buildMonitor,
  findMonitorErrors,
  initialMonitor,
  type MonitorDraft,
  triggers,
} from '../../../src/console/app/file-transfer/monitor-draft.ts'

const complete: MonitorDraft = { ...initialMonitor, name: 'NEW', resource: '/in' }

/** Returns the ids of the fields with an error. */
function findFaulty(draft: Partial<MonitorDraft>): string[] {
  const errors = findMonitorErrors({ ...complete, ...draft })
  return errors.filter(({ wrong, missing }) => wrong ?? missing).map(({ id }) => id)
}

test('a monitor needs a name, something to poll and an interval of at most a million', (t) => {
  for (const pollInterval of ['1', '1000000']) t.deepEqual(findFaulty({ pollInterval }), [])
  t.deepEqual(findFaulty({ name: '', resource: '' }), ['monitor-name', 'monitor-resource'])
  for (const pollInterval of ['', '0', '1.5', '-1', 'often', '1000001'])
    t.deepEqual(findFaulty({ pollInterval }), ['monitor-interval'])
})

for (const trigger of Object.values(triggers).flat()) {
  const asksForSize = trigger === 'sizeGreaterOrEqualTo'
  test(`a wrong file size ${asksForSize ? 'is an error' : 'that is not shown does not matter'} with ${trigger}`, (t) => {
    t.deepEqual(findFaulty({ trigger, fileSize: 'large' }), asksForSize ? ['monitor-size'] : [])
    const { triggerCondition } = buildMonitor({ ...complete, trigger, fileSize: '10' }, initialItem, [])
    t.is(triggerCondition?.fileSize, asksForSize ? 10 : undefined)
  })
}

test('the request of a monitor on a queue has nothing that is about files', (t) => {
  const draft: MonitorDraft = { ...complete, type: 'queue', resource: 'IN', trigger: 'queueNotEmpty' }
  const item: ItemDraft = {
    ...initialItem,
    sourceType: 'queue',
    source: 'IN',
    destinationType: 'file',
    destination: '/out',
    sourceAgent: 'A',
    destinationAgent: 'B',
    recursive: true,
    deletesSource: true,
  }
  const agent = { qmgrConnection: { qmgrName: 'QM1' } }
  const agents = ['A', 'B'].map((name) => ({ ...agent, name })) as unknown as Parameters<typeof buildMonitor>[2]
  t.deepEqual(buildMonitor(draft, item, agents), {
    name: 'NEW',
    type: 'queue',
    agentName: 'A',
    resource: { name: 'IN' },
    general: { pollInterval: 1, pollIntervalUnit: 'minutes' },
    triggerCondition: { type: 'queueNotEmpty' },
    transferDefinition: {
      sourceAgent: { name: 'A', qmgrName: 'QM1' },
      destinationAgent: { name: 'B', qmgrName: 'QM1' },
      transferSet: {
        item: [
          {
            mode: 'binary',
            checksum: 'md5',
            source: { type: 'queue', name: 'IN', recursive: false, disposition: 'leave' },
            destination: { type: 'file', name: '/out', actionIfExists: 'error' },
          },
        ],
      },
    },
  })
})
