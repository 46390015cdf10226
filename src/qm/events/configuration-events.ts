/**
 * Configuration events: an event message for each object that a command creates, changes or deletes. The definition is
 * in the message as MQSC text.
 */
import type { ObjectKind, ObjectRecord, QueueManagerServices } from '../types/services.ts'
import type { EventActor, EventPublisher } from './event-publisher.ts'
import { encodeIntegerParameter, encodeStringParameter, pcfCommands, pcfParameters } from './pcf.ts'

const reasons = { create: 2367, change: 2368, delete: 2369, refresh: 2370 } as const
const unix = 6 // MQAT_UNIX
const other = 0 // MQEVO_OTHER

/** MQOT_* and the parameter of the name of each kind of object. Other kinds have no configuration events. */
const objectTypes: Partial<
  Record<ObjectKind, readonly [type: number, nameParameter: number, length: number]>
> = {
  queue: [1, pcfParameters.queue, 48],
  namelist: [2, 2010, 48],
  process: [3, 2012, 48],
  qmgr: [5, pcfParameters.queueManager, 48],
  channel: [6, pcfParameters.channel, 20],
  authinfo: [7, 2045, 48],
  topic: [8, 2092, 48],
  comminfo: [9, 2111, 48],
  listener: [11, 3554, 48],
  service: [12, 2077, 48],
  clntconn: [1014, pcfParameters.channel, 20],
  chlauth: [1016, pcfParameters.channel, 20],
}

/** Returns the services for one command; changes of objects that it makes are published while CONFIGEV is enabled. */
export function withConfigurationEvents(
  services: QueueManagerServices,
  events: EventPublisher,
  actor: EventActor,
): QueueManagerServices {
  const { objects } = services
  return {
    ...services,
    objects: {
      find: (kind, name) => objects.find(kind, name),
      list: (kind) => objects.list(kind),
      async save(record) {
        const before = objects.find(record.kind, record.name)
        const saved = await objects.save(record)
        if (!events.isEnabled('CONFIGEV')) return saved
        if (!before) publish(events, 'create', saved, actor)
        else {
          publish(events, 'change', before, actor, { sequence: 1, isLast: false })
          publish(events, 'change', saved, actor, { sequence: 2, isLast: true })
        }
        return saved
      },
      async remove(kind, name) {
        const before = objects.find(kind, name)
        await objects.remove(kind, name)
        if (before && events.isEnabled('CONFIGEV')) publish(events, 'delete', before, actor)
      },
    },
    publishConfiguration() {
      if (!events.isEnabled('CONFIGEV')) return false
      for (const kind of Object.keys(objectTypes) as ObjectKind[])
        for (const record of objects.list(kind)) publish(events, 'refresh', record, actor)
      return true
    },
  }
}

function publish(
  events: EventPublisher,
  reason: keyof typeof reasons,
  record: ObjectRecord,
  { user, application }: EventActor,
  part?: { sequence: number; isLast: boolean },
): void {
  const found = objectTypes[record.kind]
  if (!found) return
  const [type, nameParameter, length] = found
  const text = renderDefinition(record)
  events.put(
    'SYSTEM.ADMIN.CONFIG.EVENT',
    pcfCommands.configurationEvent,
    reasons[reason],
    [
      encodeStringParameter(pcfParameters.eventUser, user, 12),
      encodeIntegerParameter(pcfParameters.eventOrigin, other),
      encodeStringParameter(pcfParameters.eventManager, events.manager, 48),
      encodeIntegerParameter(pcfParameters.eventApplicationType, unix),
      encodeStringParameter(pcfParameters.eventApplicationName, application, 28),
      encodeIntegerParameter(pcfParameters.objectType, type),
      encodeStringParameter(nameParameter, String(record.attributes.CHLAUTH ?? record.name), length),
      encodeStringParameter(pcfParameters.commandText, text, Buffer.byteLength(text)),
    ],
    part,
  )
}

const secrets = new Set(['PASSWORD', 'LDAPPWD', 'KEYRPWD'])

/** Returns the definition as `QLOCAL(A) MAXDEPTH(5)…`; secrets are left out. */
function renderDefinition({ type, name, attributes }: ObjectRecord): string {
  const words = Object.entries(attributes)
    .filter(([keyword]) => !secrets.has(keyword))
    .map(([keyword, value]) => `${keyword}(${Array.isArray(value) ? value.join(',') : value})`)
  return [`${type}(${name})`, ...words].join(' ')
}
