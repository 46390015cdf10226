/** The names of enumerated values in PCF messages, by the parameter that has them. */

const unix: Readonly<Record<number, string>> = { 6: 'Unix' }
const queueTypes: Readonly<Record<number, string>> = { 1: 'Local', 2: 'Model', 3: 'Alias', 6: 'Remote' }

export const valueNames: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  MQIA_APPL_TYPE: unix,
  MQIACF_EVENT_APPL_TYPE: unix,
  MQIACF_EVENT_ORIGIN: { 0: 'Other', 1: 'Console', 2: 'Init', 3: 'Msg' },
  MQIA_Q_TYPE: queueTypes,
  MQIA_DEFINITION_TYPE: { 1: 'Predefined', 2: 'PermanentDynamic', 3: 'TemporaryDynamic' },
  MQIACH_CHANNEL_TYPE: { 1: 'Sender', 2: 'Server', 3: 'Receiver', 4: 'Requester' },
  MQIAMO_DISC_TYPE: { 0: 'Normal', 1: 'Implicit', 2: 'QMgr' },
  MQIACF_OBJECT_TYPE: {
    1: 'Queue',
    2: 'Namelist',
    3: 'Process',
    5: 'Queue Mgr',
    6: 'Channel',
    7: 'Auth Info',
    8: 'Topic',
    9: 'Comm Info',
    11: 'Listener',
    12: 'Service',
    1014: 'Clntconn Channel',
    1016: 'Chlauth',
  },
  MQIACF_REASON_QUALIFIER: {
    1: 'Conn Not Authorized',
    2: 'Open Not Authorized',
    5: 'Queue Mgr Stopping',
    6: 'Queue Mgr Quiescing',
    7: 'Channel Stopped Ok',
    8: 'Channel Stopped Error',
    10: 'Channel Stopped Disabled',
    13: 'Ssl Handshake Error',
    14: 'Ssl Cipher Spec Error',
    15: 'Ssl Client Auth Error',
    16: 'Ssl Peer Name Error',
    31: 'Failover Not Permitted',
  },
}

/** The reasons of events: MQRC_* without the prefix. */
export const eventReasons: Readonly<Record<number, string>> = {
  2001: 'ALIAS_BASE_Q_TYPE_ERROR',
  2016: 'GET_INHIBITED',
  2035: 'NOT_AUTHORIZED',
  2051: 'PUT_INHIBITED',
  2053: 'Q_FULL',
  2082: 'UNKNOWN_ALIAS_BASE_Q',
  2085: 'UNKNOWN_OBJECT_NAME',
  2087: 'UNKNOWN_REMOTE_Q_MGR',
  2091: 'XMIT_Q_TYPE_ERROR',
  2092: 'XMIT_Q_USAGE_ERROR',
  2184: 'REMOTE_Q_NAME_ERROR',
  2196: 'UNKNOWN_XMIT_Q',
  2197: 'UNKNOWN_DEF_XMIT_Q',
  2198: 'DEF_XMIT_Q_TYPE_ERROR',
  2199: 'DEF_XMIT_Q_USAGE_ERROR',
  2222: 'Q_MGR_ACTIVE',
  2223: 'Q_MGR_NOT_ACTIVE',
  2224: 'Q_DEPTH_HIGH',
  2225: 'Q_DEPTH_LOW',
  2226: 'Q_SERVICE_INTERVAL_HIGH',
  2227: 'Q_SERVICE_INTERVAL_OK',
  2279: 'CHANNEL_STOPPED_BY_USER',
  2282: 'CHANNEL_STARTED',
  2283: 'CHANNEL_STOPPED',
  2296: 'CHANNEL_NOT_ACTIVATED',
  2367: 'CONFIG_CREATE_OBJECT',
  2368: 'CONFIG_CHANGE_OBJECT',
  2369: 'CONFIG_DELETE_OBJECT',
  2370: 'CONFIG_REFRESH_OBJECT',
  2371: 'CHANNEL_SSL_ERROR',
  2412: 'COMMAND_MQSC',
}

/** Renders the name of a constant in words: `Q_MGR_NAME` becomes `Queue Mgr Name`. */
export function renderWords(constant: string): string {
  return constant
    .split('_')
    .map((word) => (word === 'Q' ? 'Queue' : word.charAt(0) + word.slice(1).toLowerCase()))
    .join(' ')
}
