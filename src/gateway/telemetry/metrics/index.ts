export { registerCountMetrics } from './count-metrics.ts'
export { registerBuildMetrics, registerProcessMetrics } from './process-metrics.ts'
export { openReloadMetrics } from './reload-metrics.ts'
