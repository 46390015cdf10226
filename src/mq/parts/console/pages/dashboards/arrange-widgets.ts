/** Changes of dashboards and their widgets. All functions are pure. */
import type { ConsoleLayout, Dashboard, Widget } from '../../contract/layout.ts'

/** The limits of the server. */
export const maxDashboards = 20
export const maxWidgets = 24
export const maxColumns = 4
export const maxTitleLength = 96

export function createId(): string {
  return crypto.randomUUID().slice(0, 8)
}

export function addDashboard(layout: ConsoleLayout, dashboard: Dashboard): ConsoleLayout {
  return { ...layout, dashboards: [...layout.dashboards, dashboard].slice(0, maxDashboards) }
}

export function changeDashboard(
  layout: ConsoleLayout,
  id: string,
  change: (dashboard: Dashboard) => Dashboard,
): ConsoleLayout {
  return { ...layout, dashboards: layout.dashboards.map((each) => (each.id === id ? change(each) : each)) }
}

export function removeDashboard(layout: ConsoleLayout, id: string): ConsoleLayout {
  return { ...layout, dashboards: layout.dashboards.filter((each) => each.id !== id) }
}

/** Returns a copy with new ids, so that both can be in one layout. */
export function copyDashboard(dashboard: Dashboard, title: string): Dashboard {
  const widgets = dashboard.widgets.map((widget) => ({ ...widget, id: createId() }))
  return { id: createId(), title: title.slice(0, maxTitleLength), widgets }
}

/** Adds a widget, or replaces the one with the same id. */
export function putWidget(dashboard: Dashboard, widget: Widget): Dashboard {
  const { widgets } = dashboard
  const isKnown = widgets.some(({ id }) => id === widget.id)
  if (isKnown) return { ...dashboard, widgets: widgets.map((each) => (each.id === widget.id ? widget : each)) }
  return { ...dashboard, widgets: [...widgets, widget].slice(0, maxWidgets) }
}

export function removeWidget(dashboard: Dashboard, id: string): Dashboard {
  return { ...dashboard, widgets: dashboard.widgets.filter((each) => each.id !== id) }
}

/** Moves a widget to the place with the given index; the places end at the last widget. */
export function moveWidget(dashboard: Dashboard, id: string, to: number): Dashboard {
  const moved = dashboard.widgets.find((each) => each.id === id)
  if (!moved) return dashboard
  const others = dashboard.widgets.filter((each) => each.id !== id)
  const place = Math.max(0, Math.min(others.length, to))
  return { ...dashboard, widgets: [...others.slice(0, place), moved, ...others.slice(place)] }
}

export function resizeWidget(dashboard: Dashboard, id: string, by: number): Dashboard {
  const resized = dashboard.widgets.map((each) =>
    each.id === id ? { ...each, columns: Math.max(1, Math.min(maxColumns, each.columns + by)) } : each,
  )
  return { ...dashboard, widgets: resized }
}
