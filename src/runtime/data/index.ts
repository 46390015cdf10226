export { DataLayoutError, prepareDataFolder } from './data-layout.ts'
