import test from 'ava'
import type { TriggerType } from '../../../../../src/mq/parts/file-transfer/contract/transfer-agents.ts'
import {
  buildMonitor,
  buildMonitorRows,
  initialMonitor,
  type MonitorDraft,
} from '../../../../../src/mq/parts/file-transfer/pages/monitor-draft.ts'
import { triggerTexts } from '../../../../../src/mq/parts/file-transfer/pages/transfer-texts.ts'
import { type FormField as Field, findRowErrors } from '../../../../../src/shared/ui/forms/form-rows.ts'

type FormField = Field<MonitorDraft>

const complete: MonitorDraft = {
  ...initialMonitor,
  name: 'NEW',
  resource: '/in',
  sourceAgent: 'A',
  destinationAgent: 'B',
  destination: '/out',
}

/** Returns the ids of the fields with an error. */
function findFaulty(some: Partial<MonitorDraft>): string[] {
  const draft = { ...complete, ...some }
  const errors = findRowErrors('monitor', draft, buildMonitorRows(draft, []))
  return errors.filter(({ wrong, missing }) => wrong ?? missing).map(({ id }) => id)
}

test('a monitor needs a name, something to poll and an interval of at most a million', (t) => {
  for (const pollInterval of ['1', '1000000']) t.deepEqual(findFaulty({ pollInterval }), [])
  t.deepEqual(findFaulty({ name: '', resource: '' }), ['monitor-name', 'monitor-resource'])
  for (const pollInterval of ['', '0', '1.5', '-1', 'often', '1000001'])
    t.deepEqual(findFaulty({ pollInterval }), ['monitor-pollInterval'])
})

for (const trigger of Object.keys(triggerTexts) as TriggerType[]) {
  const asksForSize = trigger === 'sizeGreaterOrEqualTo'
  test(`a wrong file size ${asksForSize ? 'is an error' : 'that is not shown does not matter'} with ${trigger}`, (t) => {
    t.deepEqual(findFaulty({ trigger, fileSize: 'large' }), asksForSize ? ['monitor-fileSize'] : [])
    const { triggerCondition } = buildMonitor({ ...complete, trigger, fileSize: '10' }, [])
    t.is(triggerCondition?.fileSize, asksForSize ? 10 : undefined)
  })
}

test('a monitor on a queue moves its messages to a file', (t) => {
  const [[, type] = []] = buildMonitorRows({ ...complete, resource: 'IN' }, []) as readonly (readonly FormField[])[]
  t.deepEqual(type?.also?.('queue'), {
    trigger: 'queueNotEmpty',
    sourceType: 'queue',
    source: 'IN',
    destinationType: 'file',
  })
})

test('the request of a monitor on a queue has nothing that is about files', (t) => {
  const draft: MonitorDraft = {
    ...complete,
    type: 'queue',
    resource: 'IN',
    trigger: 'queueNotEmpty',
    sourceType: 'queue',
    source: 'IN',
    destinationType: 'file',
    recursive: true,
    deletesSource: true,
  }
  const agent = { qmgrConnection: { qmgrName: 'QM1' } }
  const agents = ['A', 'B'].map((name) => ({ ...agent, name })) as unknown as Parameters<typeof buildMonitor>[1]
  t.deepEqual(buildMonitor(draft, agents), {
    name: 'NEW',
    type: 'queue',
    agentName: 'A',
    resource: { name: 'IN' },
    general: { pollInterval: 1, pollIntervalUnit: 'minutes' },
    triggerCondition: { type: 'queueNotEmpty', includePattern: undefined, fileSize: undefined },
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
