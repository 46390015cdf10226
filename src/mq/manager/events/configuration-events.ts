/** Configuration events: a message with the definition, as MQSC text, of each created, changed or deleted object. */
import type { PcfParameterName } from '../pcf/names.ts'
import type { ObjectKind, ObjectRecord, QueueManagerServices } from '../types/services.ts'
import type { EventActor, EventPublisher } from './event-publisher.ts'

const reasons = { create: 2367, change: 2368, delete: 2369, refresh: 2370 } as const

/** MQOT_* and the parameter of the name of each kind of object. Other kinds have no configuration events. */
const objectTypes: Partial<Record<ObjectKind, readonly [type: number, nameParameter: PcfParameterName]>> = {
  queue: [1, 'MQCA_Q_NAME'],
  namelist: [2, 'MQCA_NAMELIST_NAME'],
  process: [3, 'MQCA_PROCESS_NAME'],
  qmgr: [5, 'MQCA_Q_MGR_NAME'],
  channel: [6, 'MQCACH_CHANNEL_NAME'],
  authinfo: [7, 'MQCA_AUTH_INFO_NAME'],
  topic: [8, 'MQCA_TOPIC_NAME'],
  comminfo: [9, 'MQCA_COMM_INFO_NAME'],
  listener: [11, 'MQCACH_LISTENER_NAME'],
  service: [12, 'MQCA_SERVICE_NAME'],
  clntconn: [1014, 'MQCACH_CHANNEL_NAME'],
  chlauth: [1016, 'MQCACH_CHANNEL_NAME'],
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
      revision: (kind) => objects.revision(kind),
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
  actor: EventActor,
  part?: { sequence: number; isLast: boolean },
): void {
  const found = objectTypes[record.kind]
  if (!found) return
  const [type, nameParameter] = found
  const parameters = {
    ...events.describeActor(actor),
    MQIACF_OBJECT_TYPE: type,
    [nameParameter]: String(record.attributes.CHLAUTH ?? record.name),
    MQCACF_COMMAND_MQSC: renderDefinition(record),
  }
  events.put('SYSTEM.ADMIN.CONFIG.EVENT', 'MQCMD_CONFIG_EVENT', reasons[reason], parameters, part)
}

const secrets = new Set(['PASSWORD', 'LDAPPWD', 'KEYRPWD'])

/** Returns the definition as `QLOCAL(A) MAXDEPTH(5)…`; secrets are left out. */
function renderDefinition({ type, name, attributes }: ObjectRecord): string {
  const words = Object.entries(attributes)
    .filter(([keyword]) => !secrets.has(keyword))
    .map(([keyword, value]) => `${keyword}(${Array.isArray(value) ? value.join(',') : value})`)
  return [`${type}(${name})`, ...words].join(' ')
}
