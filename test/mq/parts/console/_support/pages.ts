/** Every page of the console with its dialogs, for the tests that visit all of them. */
import type { Locator, Page } from 'playwright-core'

/** A role and the whole accessible name of an element. */
export type Control = readonly [role: 'button' | 'menuitem', name: string]

export interface ConsolePage {
  route: string
  /** The dialogs of the page: the controls that open each, one after the other. */
  dialogs?: readonly (readonly Control[])[]
}

/** MQSC that defines the objects of the pages. */
export const pageCommands = [
  'DEFINE QLOCAL(ORDERS)',
  'DEFINE QALIAS(ALIAS) TARGET(ORDERS)',
  'DEFINE QMODEL(MODEL)',
  'DEFINE TOPIC(NEWS) TOPICSTR(news)',
  'DEFINE SUB(READER) TOPICSTR(news) DESTCLAS(MANAGED)',
  'DEFINE LISTENER(TCP) TRPTYPE(TCP) PORT(0)',
  `DEFINE CHANNEL(TO.QM2) CHLTYPE(SDR) CONNAME('127.0.0.1(1)') XMITQ(ORDERS)`,
  'DEFINE CHANNEL(APP) CHLTYPE(SVRCONN)',
  `DEFINE CHANNEL(CLIENT) CHLTYPE(CLNTCONN) CONNAME('127.0.0.1(1)')`,
  'DEFINE PROCESS(RUN) APPLICID(run)',
  'DEFINE NAMELIST(NAMES) NAMES(ORDERS)',
  'DEFINE SERVICE(TOOL) STARTCMD(tool)',
]

const create: readonly Control[] = [['button', 'Create']]
const connect: readonly Control[] = [['button', 'Connect to another queue manager']]
const addRecord: readonly Control[] = [['button', 'Add']]

/** Returns the controls that open a dialog from the menu of a row. */
function menu(name: string, item: string): readonly Control[] {
  return [
    ['button', `Actions for ${name}`],
    ['menuitem', item],
  ]
}

/** The routes of the objects of one kind. */
function objectPages(section: string, name: string, tabs: readonly string[]): readonly ConsolePage[] {
  return tabs.map((tab) => ({
    route: `#/qmgr/QM1/${section}/${name}/${tab}`,
    ...(tab === 'authority' ? { dialogs: [addRecord] } : {}),
    ...(tab === 'messages' && name === 'ORDERS'
      ? { dialogs: [[['button', 'Create message']], [['button', 'Clear queue']], [['button', 'an order']]] }
      : {}),
  }))
}

const defined = ['properties', 'authority'] as const

/** The pages of file transfer, which need agents. */
export const fileTransferPages: readonly ConsolePage[] = [
  { route: '#/file-transfer/transfers', dialogs: [[['button', 'New transfer']]] },
  { route: '#/file-transfer/schedules' },
  { route: '#/file-transfer/monitors', dialogs: [create] },
  { route: '#/file-transfer/agents', dialogs: [[['button', 'Stop AGENT2']]] },
]

export const consolePages: readonly ConsolePage[] = [
  { route: '#/home' },
  { route: '#/dashboards' },
  { route: '#/no-such-page' },
  { route: '#/qmgr', dialogs: [create, menu('QM1', 'Stop')] },
  { route: '#/qmgr/QM1/overview' },
  { route: '#/qmgr/QM1/topology' },
  {
    route: '#/qmgr/QM1/queues',
    dialogs: [
      create,
      ...['Put message', 'Clear messages', 'Create like', 'Delete'].map((item) => menu('ORDERS', item)),
    ],
  },
  ...objectPages('queues', 'ORDERS', ['messages', 'properties', 'statistics', 'authority']),
  ...objectPages('queues', 'ALIAS', ['messages', 'properties', 'authority']),
  ...objectPages('queues', 'MODEL', defined),
  { route: '#/qmgr/QM1/topics', dialogs: [create] },
  ...objectPages('topics', 'NEWS', ['properties', 'publish', 'authority']),
  { route: '#/qmgr/QM1/subscriptions', dialogs: [create] },
  ...objectPages('subscriptions', 'READER', ['properties']),
  { route: '#/qmgr/QM1/listeners', dialogs: [create, menu('TCP', 'Delete')] },
  ...objectPages('listeners', 'TCP', defined),
  { route: '#/qmgr/QM1/channels', dialogs: [create, connect, menu('TO.QM2', 'Stop')] },
  ...objectPages('channels', 'TO.QM2', ['channel', ...defined]),
  { route: '#/qmgr/QM1/app-channels', dialogs: [create] },
  ...objectPages('app-channels', 'APP', ['channel', ...defined]),
  { route: '#/qmgr/QM1/client-channels', dialogs: [create] },
  ...objectPages('client-channels', 'CLIENT', defined),
  { route: '#/qmgr/QM1/remote-managers', dialogs: [connect] },
  { route: '#/qmgr/QM1/channel-rules', dialogs: [create, [['button', 'Test']]] },
  { route: '#/qmgr/QM1/authinfos', dialogs: [create] },
  ...objectPages('authinfos', 'SYSTEM.DEFAULT.AUTHINFO.IDPWOS', defined),
  { route: '#/qmgr/QM1/processes', dialogs: [create] },
  ...objectPages('processes', 'RUN', defined),
  { route: '#/qmgr/QM1/namelists', dialogs: [create] },
  ...objectPages('namelists', 'NAMES', defined),
  { route: '#/qmgr/QM1/services', dialogs: [create] },
  ...objectPages('services', 'TOOL', defined),
  { route: '#/qmgr/QM1/webhooks' },
  { route: '#/qmgr/QM1/mqsc' },
  { route: '#/qmgr/QM1/configuration' },
]

const representativeRoutes = new Set([
  '#/home',
  '#/qmgr/QM1/overview',
  '#/qmgr/QM1/queues/ORDERS/messages',
  '#/qmgr/QM1/queues/ORDERS/properties',
  '#/qmgr/QM1/channel-rules',
])

/** The pages that `npm test` checks for accessibility, one of each form. `npm run test:long` checks all. */
export const representativePages: readonly ConsolePage[] = consolePages.filter(({ route }) =>
  representativeRoutes.has(route),
)

/** Waits until the page has loaded what it shows. */
export async function waitForContent(page: Page): Promise<void> {
  await page.locator('.waiting').first().waitFor({ state: 'detached' })
}

/** Opens a dialog with the keyboard: focuses its controls and presses Enter. */
export async function openDialogByKeyboard(page: Page, controls: readonly Control[]): Promise<void> {
  for (const [role, name] of controls) {
    const control = page.getByRole(role, { name, exact: true })
    if (role === 'button') await control.focus()
    else await arrowTo(page, control)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('dialog').waitFor()
  await waitForContent(page)
}

/** Moves through a menu with the arrow keys. */
async function arrowTo(page: Page, item: Locator): Promise<void> {
  await page.locator('[role="menu"] :focus').waitFor()
  for (let press = 0; press < 12; press += 1) {
    if ((await item.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`the arrow keys do not reach ${item} from ${await page.evaluate('document.activeElement.outerHTML')}`)
}
