/** What a local queue does now, above its tabs: why it stands still with the cure, depth, traffic and users. */
import { Button, Link } from '@carbon/react'
import { type ReactNode, useRef, useState } from 'react'
import { formatShortNumber } from '../../../../../shared/ui/charts/axis-scale.ts'
import { findLatestValue, type Samples, type SampleValues } from '../../../../../shared/ui/charts/samples.ts'
import { LoadingIndicator } from '../../../../../shared/ui/feedback/loading-indicator.tsx'
import { Notice } from '../../../../../shared/ui/feedback/notice.tsx'
import { useAction } from '../../../../../shared/ui/feedback/use-action.ts'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { formatNumber } from '../../../../../shared/ui/text/format.ts'
import { RelativeTime } from '../../../../../shared/ui/text/relative-time.tsx'
import { splitName } from '../../../../../shared/ui/text/split-name.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { request } from '../../kit/api/client.ts'
import { loadManagerHealth } from '../../kit/api/managers.ts'
import { displayObjects, type MqscCommand, type ObjectAttributes, runCommand } from '../../kit/api/mqsc.ts'
import { buildObjectLink } from '../../kit/routing/page-route.ts'
import { mayChange } from '../../kit/session/rights.ts'
import { useSession } from '../../kit/session/session.tsx'
import { formatAge } from '../../kit/table/age-texts.ts'
import { DepthBar } from '../../kit/table/depth-bar.tsx'
import { extendHistory } from '../charts/extend-history.ts'
import { loadObjectRow } from '../screens/load-objects.ts'
import type { ObjectRow, ObjectScreen } from '../screens/object-screen.ts'
import { Figures } from '../shell/figures.tsx'
import { QueueUsers } from './queue-users.tsx'

const freshMs = 5_000
/** The samples of an hour. */
const historySize = 360

export interface QueueStateProps {
  manager: string
  screen: ObjectScreen
  row: ObjectRow
  /** The tabs, which appear with the state, so that nothing moves. */
  children: ReactNode
}

export function QueueState({ manager, screen, row, children }: QueueStateProps) {
  const known = useRef<Samples>(undefined)
  const [showsUsers, setShowsUsers] = useState(false)
  const load = (signal: AbortSignal) => loadState(manager, screen, row, known, signal)
  const { value, problem, reload } = useResource(`${manager}/${row.name}`, load, { intervalMs: freshMs })
  const { curdepth, maxdepth, ipprocs, opprocs, boqname, bothresh } = (value?.row ?? row).attributes
  const backout = String(boqname ?? '').trim()
  const lines = value?.samples.lines
  const rate = (line: SampleValues = []) => formatShortNumber(findLatestValue(line) ?? 0)
  const users = (title: string, count: unknown) => (
    <Button
      kind="ghost"
      size="sm"
      aria-label={`${formatNumber(Number(count ?? 0))} ${title}`}
      aria-expanded={showsUsers}
      onClick={() => setShowsUsers(!showsUsers)}
    >
      {formatNumber(Number(count ?? 0))}
    </Button>
  )
  const lastGet = value && findLastGet(value.samples)
  if (problem) return children
  if (!value) return <LoadingIndicator />
  return (
    <>
      <section aria-label={t('State')} className="figures--small">
        <Standstill manager={manager} state={value} changed={reload} />
        <Figures
          figures={[
            [
              t('Depth'),
              <DepthBar key="depth" depth={Number(curdepth)} most={Number(maxdepth)} />,
              t('of {most}', { most: Number(maxdepth) }),
            ],
            [
              t('Oldest message'),
              Number(curdepth) > 0 ? formatAge(Math.round(findLatestValue(lines?.age ?? []) ?? 0)) : '–',
            ],
            [t('In per second'), rate(lines?.puts)],
            [t('Out per second'), rate(lines?.gets)],
            [t('Readers'), users(t('Readers'), ipprocs)],
            [t('Writers'), users(t('Writers'), opprocs)],
            [t('Last get'), lastGet ? <RelativeTime key="get" at={lastGet} /> : '–', !lastGet && t('none in an hour')],
            [
              t('Backout queue'),
              backout === '' ? (
                t('none')
              ) : (
                <Link key="backout" href={buildObjectLink(manager, 'queues', backout)} {...splitName(backout)} />
              ),
              backout !== '' && t('after {count} attempts', { count: Number(bothresh ?? 0) }),
            ],
          ]}
        />
        {showsUsers && <QueueUsers manager={manager} queue={row.name} changed={reload} />}
      </section>
      {children}
    </>
  )
}

interface State {
  row: ObjectRow
  samples: Samples
  isUnread: boolean
  isDeadLetterQueue: boolean
  /** The name of a backout queue that does not exist. */
  missingBackout: string | undefined
}

async function loadState(
  qmgr: string,
  screen: ObjectScreen,
  shown: ObjectRow,
  known: { current: Samples | undefined },
  signal: AbortSignal,
): Promise<State> {
  const { name: queue } = shown
  const before = known.current
  const options = { query: { since: before && before.last - 2 }, signal }
  const backout = String(shown.attributes.boqname ?? '').trim()
  const [row = shown, history, health, found] = await Promise.all([
    loadObjectRow(qmgr, screen, queue, signal),
    request('GET /qmgr/:qmgr/queue/:queue/history', { qmgr, queue }, options),
    loadManagerHealth(qmgr, signal, queue),
    backout === ''
      ? []
      : displayObjects(qmgr, { qualifier: 'queue', name: backout, responseParameters: ['type'] }, signal),
  ])
  const samples = extendHistory(before, history, historySize)
  known.current = samples
  const { unread = [], deadLetter } = health
  return {
    row,
    samples,
    isUnread: unread.some(({ name }) => name === queue),
    isDeadLetterQueue: deadLetter?.name === queue,
    missingBackout: backout !== '' && found.length === 0 ? backout : undefined,
  }
}

/** Returns the time of the last sample with a get. */
function findLastGet({ lines, last, everyMs }: Samples): string | undefined {
  const { gets = [] } = lines
  const index = gets.findLastIndex((value) => value !== null && value > 0)
  return index < 0 ? undefined : new Date((last + index - gets.length + 1) * everyMs).toISOString()
}

/** What keeps messages from moving on, and the command that helps. */
type Cause = {
  title: string
  text: string
  /** The label of the button, and the command; without a name, it is about the queue. */
  cure?: readonly [label: string, command: Pick<MqscCommand, 'command' | 'parameters'> & { name?: string }]
}

function Standstill({ manager, state, changed }: { manager: string; state: State; changed(): void }) {
  const { rights } = useSession()
  const { run } = useAction({ notifiesErrors: true })
  const { name } = state.row
  return findCauses(state).map(({ title, text, cure }) => {
    const [label = '', given = { command: '' }] = cure ?? []
    const command = { qualifier: 'qlocal', name, ...given }
    const mayCure = command.command === 'define' ? rights.change : mayChange(rights, state.row, 'CHG')
    const act = () => void run(() => runCommand(manager, command), label, command.name).then(changed)
    return (
      <Notice key={title} kind="error" role="status" title={title} action={cure && mayCure ? [label, act] : undefined}>
        {text}
      </Notice>
    )
  })
}

const alter = (parameters: ObjectAttributes) => ({ command: 'alter', parameters })

function findCauses({ row, isUnread, isDeadLetterQueue, missingBackout }: State): readonly Cause[] {
  const { curdepth, maxdepth, put, get } = row.attributes
  const depth = Number(curdepth)
  const most = Number(maxdepth)
  const causes: readonly (Cause | false)[] = [
    depth >= most && {
      title: t('The queue is full'),
      text: t('Applications cannot put messages. Let an application take some, or let the queue hold more.'),
      cure: [t('Double the maximum depth'), alter({ maxdepth: Math.min(999_999_999, Math.max(1, most * 2)) })],
    },
    put === 'DISABLED' && {
      title: t('Put inhibited'),
      text: t('Applications cannot put messages.'),
      cure: [t('Allow puts'), alter({ put: 'ENABLED' })],
    },
    get === 'DISABLED' && {
      title: t('Get inhibited'),
      text: t('Applications cannot take messages.'),
      cure: [t('Allow gets'), alter({ get: 'ENABLED' })],
    },
    isUnread &&
      get !== 'DISABLED' && {
        title: t('Nobody reads it'),
        text: t(
          'No application has the queue open for input, and none has taken a message for ten minutes. Start the application that reads {name}.',
          { name: row.name },
        ),
      },
    isDeadLetterQueue &&
      depth > 0 && {
        title: t('{count, plural, one {# dead letter} other {# dead letters}}', { count: depth }),
        text: t('They could not be delivered. Mend the reason below, then put them back.'),
      },
    missingBackout !== undefined && {
      title: t('The backout queue does not exist'),
      text: t('Messages that applications back out again and again go to {missingBackout}, which is not there.', {
        missingBackout,
      }),
      cure: [t('Create it'), { command: 'define', name: missingBackout }],
    },
  ]
  return causes.filter((cause) => cause !== false)
}
