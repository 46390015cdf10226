import test from 'ava'
import {
  managerSections,
  parsePageRoute,
  transferSections,
} from '../../../../../src/mq/parts/console/kit/routing/page-route.ts'
import { objectScreens } from '../../../../../src/mq/parts/console/pages/screens/index.ts'
import { consolePages, fileTransferPages } from '../_support/pages.ts'

const routes = consolePages.map(({ route }) => route)

test('the table of pages has every section', (t) => {
  t.deepEqual(
    managerSections.filter((section) => !routes.includes(`#/qmgr/QM1/${section}`)),
    [],
  )
  t.deepEqual(
    fileTransferPages.map(({ route }) => route),
    transferSections.map((section) => `#/file-transfer/${section}`),
  )
})

test('the table of pages has every tab of every kind of object', (t) => {
  const missing = objectScreens.flatMap((screen) =>
    screen.types
      .flatMap(({ type }) => screen.tabs({ name: '', type, attributes: {}, status: {} }))
      .map((tab) => new RegExp(`^#/qmgr/QM1/${screen.section}/[^/]+/${tab}$`))
      .filter((shape) => !routes.some((route) => shape.test(route))),
  )
  t.deepEqual(missing, [])
})

test('the table of pages has every kind of route', (t) => {
  const kinds = new Set(routes.map((route) => parsePageRoute(route).page))
  t.deepEqual([...kinds].sort(), ['dashboards', 'home', 'managers', 'notFound', 'object', 'section'])
})
