/** The state of one channel: why it is in it, what can be done, how fast it is, and what is known about both ends. */
import { Link } from '@carbon/react'
import { ArrowRight } from '@carbon/react/icons'
import { formatShortNumber } from '../../../../../shared/ui/charts/axis-scale.ts'
import { ActionButton } from '../../../../../shared/ui/feedback/action-button.tsx'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { Notice, type NoticeKind } from '../../../../../shared/ui/feedback/notice.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { type DescriptionItem, DescriptionList } from '../../../../../shared/ui/shell/description-list.tsx'
import { Group } from '../../../../../shared/ui/shell/group.tsx'
import { StateTag } from '../../../../../shared/ui/shell/state-tag.tsx'
import { formatNumber, formatTime } from '../../../../../shared/ui/text/format.ts'
import { RelativeTime } from '../../../../../shared/ui/text/relative-time.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { tElements } from '../../../../../shared/ui/text/t-elements.tsx'
import type { ObjectAttributes } from '../../kit/api/mqsc.ts'
import { buildManagerLink, buildObjectLink } from '../../kit/routing/page-route.ts'
import { mayChange } from '../../kit/session/rights.ts'
import { useSession } from '../../kit/session/session.tsx'
import { formatAge } from '../../kit/table/age-texts.ts'
import { Sparkline } from '../charts/sparkline.tsx'
import { StartButton } from '../home/troubled-network.tsx'
import { channelTypeNames } from '../screens/channel-screen-base.ts'
import { channelStateWords, findChannelReason, inDoubtTrouble } from '../screens/channel-texts.ts'
import type { ObjectRow, ObjectScreen } from '../screens/object-screen.ts'
import { Figures } from '../shell/figures.tsx'
import { ChannelInstances } from './channel-instances.tsx'
import {
  type ChannelEnd,
  type ChannelState,
  findDoubtfulBatch,
  formatMoment,
  loadChannelState,
  parseMoment,
  readStatus,
  useChannelRates,
} from './channel-state.ts'
import { useRowActions } from './use-row-actions.tsx'

type ChannelPanelProps = { manager: string; screen: ObjectScreen; row: ObjectRow }

export default function ChannelPanel({ manager, screen, row }: ChannelPanelProps) {
  const resource = useResource(`${manager}/${row.name}`, (signal) => loadChannelState(manager, row, signal), {
    intervalMs: 2_000,
  })
  const { rights } = useSession()
  const { choose, dialog } = useRowActions(manager, screen, resource.reload)
  const isBetweenManagers = screen.section === 'channels'

  const renderActions = (current: ObjectRow) => (
    <Group title={t('Actions')}>
      <ul className="channel__actions">
        {screen.actions
          .filter((action) => action.applies(row) && mayChange(rights, row, action.authority))
          .map((action) => ({ action, obstacle: action.findObstacle?.(current) }))
          .filter(({ action: { id }, obstacle }) => !obstacle || (id !== 'start' && id !== 'stop'))
          .map(({ action, obstacle }) => (
            <li key={action.id} className="channel__action">
              <ActionButton size="sm" kind="tertiary" reason={obstacle} onClick={() => choose(current, action)}>
                {action.title}
              </ActionButton>
              <p>{[action.explanation, obstacle].filter(Boolean).join(' ')}</p>
            </li>
          ))}
      </ul>
    </Group>
  )
  return (
    <section aria-label={t('Status')}>
      <Loaded resource={resource}>
        {(state) => {
          const status = { indoubt: 'NO', ...state.here.saved, ...readStatus(state.here) }
          return (
            <>
              <StateNotice state={state} changed={resource.reload} />
              {isBetweenManagers && <ChannelFigures state={state} />}
              {rights.change && renderActions({ ...row, status })}
              {isBetweenManagers ? (
                <Ends state={state} />
              ) : (
                <ChannelInstances end={state.here} changed={resource.reload} />
              )}
            </>
          )
        }}
      </Loaded>
      {dialog}
    </section>
  )
}

const noticeKinds: Readonly<Record<string, NoticeKind>> = { green: 'success', red: 'error', magenta: 'warning' }

/** The number of retries from which they are as good as unlimited: LONGRTY is 999999999 by default. */
const endlessTries = 1_000_000

function StateNotice({ state: { here, partner }, changed }: { state: ChannelState; changed(): void }) {
  const { status = '', lsterror, nextrtry, shortrts, longrts, chstada, chstati } = readStatus(here)
  const [title, colour] = channelStateWords[String(status)] ?? [String(status), 'gray']
  const tries = Number(shortrts) + Number(longrts)
  const started = parseMoment(chstada, chstati)
  const batch = findDoubtfulBatch(here)
  const confirmed = partner && [partner.saved.lstluwid, readStatus(partner).lstluwid]
  return (
    <>
      <Notice
        kind={noticeKinds[colour] ?? 'info'}
        role="status"
        title={here.instances.length > 1 ? t('{count} sessions', { count: here.instances.length }) : title}
      >
        <p>{findChannelReason(String(status))}</p>
        {started && <p>{tElements('Started {time}', { time: <RelativeTime at={started.toISOString()} /> })}</p>}
        {lsterror && <p>{t('Last error: {error}', { error: String(lsterror) })}</p>}
        {nextrtry && (
          <p>
            {t('Next try at {time}, in {seconds}.', {
              time: formatTime(String(nextrtry)),
              seconds: formatAge(Math.max(0, Math.round((Date.parse(String(nextrtry)) - Date.now()) / 1000))),
            })}{' '}
            {tries < endlessTries &&
              t('{count, plural, one {# try is} other {# tries are}} left after it.', { count: tries })}
          </p>
        )}
        {status === 'RETRYING' && (
          <p className="channel__cure">
            <StartButton
              manager={here.manager}
              name={String(here.definition.channel)}
              channel={{ status }}
              changed={changed}
            />
          </p>
        )}
      </Notice>
      {batch !== undefined && status !== 'RUNNING' && (
        <Notice kind="warning" role="status" title={inDoubtTrouble}>
          {confirmed
            ? confirmed.includes(batch)
              ? t('The other end has this batch: commit it.')
              : t('The other end does not have this batch: back it out.')
            : t('Start the channel: both ends then agree. Resolve the batch only when the partner never comes back.')}
        </Notice>
      )}
    </>
  )
}

function ChannelFigures({ state }: { state: ChannelState }) {
  const rates = useChannelRates(state)
  const status = { ...state.here.saved, ...readStatus(state.here) }
  const rate = rates.messages.at(-1) ?? 0
  const doubtful = findDoubtfulBatch(state.here) === undefined ? 0 : Number(status.curmsgs ?? 0)
  const perSecond = formatShortNumber(rate)
  return (
    <Figures
      figures={[
        [
          t('Messages per second'),
          perSecond,
          <Sparkline
            key="line"
            line={rates.messages}
            max={Math.max(1, ...rates.messages)}
            series={1}
            label={t('{what} in the last minutes, now {value}', { what: t('Messages per second'), value: perSecond })}
          />,
        ],
        [t('Bytes per second'), formatShortNumber(rates.bytesPerSecond)],
        [t('Messages in this session'), formatNumber(Number(status.msgs ?? 0))],
        state.waiting !== undefined && [t('Waiting on the transmission queue'), formatNumber(state.waiting)],
        [t('Messages in doubt'), formatNumber(doubtful)],
        [t('Number of the last message'), formatNumber(Number(status.lstseqno ?? 0))],
      ]}
    />
  )
}

const sendingTypes = new Set(['SDR', 'SVR', 'CLUSSDR'])

/** Both ends side by side, with the direction of the messages between them. */
function Ends({ state: { here, partner } }: { state: ChannelState }) {
  const { definition } = here
  const status = { ...here.saved, ...readStatus(here) }
  const isSending = sendingTypes.has(String(definition.chltype))
  const other = partner ? (
    <EndFacts title={t('The other end')} end={partner} isLinked />
  ) : (
    <Group title={t('The other end')} className="panel">
      <DescriptionList facts={describePartner(status, definition)} />
      <p className="quiet">
        {t('It is no queue manager of this installation, or you may not see it: only what a session tells is known.')}
      </p>
    </Group>
  )
  return (
    <div className={isSending ? 'channel__ends' : 'channel__ends channel__ends--receiving'}>
      <EndFacts title={t('This end')} end={here} />
      <ArrowRight size={32} aria-hidden />
      {other}
    </div>
  )
}

const renderLink = (href: string, text: string) => (
  <Link key={href} href={href}>
    {text}
  </Link>
)

function EndFacts({ title, end, isLinked = false }: { title: string; end: ChannelEnd; isLinked?: boolean }) {
  const { manager, definition, saved } = end
  const status: ObjectAttributes = { ...saved, ...readStatus(end) }
  const { chltype, channel, xmitq } = definition
  const name = String(channel)
  const facts: readonly (DescriptionItem | false)[] = [
    [t('Queue manager'), renderLink(buildManagerLink(manager), manager)],
    [t('Channel'), isLinked ? renderLink(buildObjectLink(manager, 'channels', name), name) : name],
    [t('Type'), channelTypeNames[String(chltype)] ?? String(chltype)],
    [t('State'), <StateTag key="state" size="sm" states={channelStateWords} state={String(status.status ?? '')} />],
    xmitq !== undefined && [
      t('Transmission queue'),
      renderLink(buildObjectLink(manager, 'queues', String(xmitq)), String(xmitq)),
    ],
    [t('Connection name'), String(status.conname || definition.conname || t('none'))],
    [t('Local address'), String(status.locladdr || t('none'))],
    [t('Does now'), String(status.substate || t('nothing'))],
    [t('Last message'), formatMoment(status.lstmsgda, status.lstmsgti) || t('none')],
    [t('Batches'), formatNumber(Number(status.batches ?? 0))],
    [t('Number of the last message'), formatNumber(Number(status.lstseqno ?? 0))],
    [t('Cipher'), String(status.sslciph || definition.sslciph || t('none'))],
  ]
  return (
    <Group title={title} className="panel">
      <DescriptionList facts={facts} />
    </Group>
  )
}

function describePartner(status: ObjectAttributes, definition: ObjectAttributes): readonly DescriptionItem[] {
  return [
    [t('Queue manager'), String(status.rqmname || t('not known yet'))],
    [t('Connection name'), String(status.conname || definition.conname || t('none'))],
    [
      t('Product'),
      [status.rproduct, status.rproduct && status.rversion].filter(Boolean).join(' ') || t('not known yet'),
    ],
    [t('Certificate'), String(status.sslpeer || t('none'))],
  ]
}
