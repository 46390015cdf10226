/** The page of a kind of objects or of one object. The tables of all kinds are loaded with it. */
import type { PageRoute } from '../../kit/routing/page-route.ts'
import { findObjectScreen } from '../screens/index.ts'
import ObjectPage from './object-page.tsx'
import ObjectsPage from './objects-page.tsx'

export default function ObjectRoutePage({ route }: { route: Extract<PageRoute, { manager: string }> }) {
  const { manager, section } = route
  const screen = findObjectScreen(section)
  if (route.page === 'section') return <ObjectsPage key={`${manager}/${section}`} manager={manager} screen={screen} />
  return (
    <ObjectPage
      key={`${manager}/${section}/${route.name}`}
      manager={manager}
      screen={screen}
      name={route.name}
      tab={route.tab}
    />
  )
}
