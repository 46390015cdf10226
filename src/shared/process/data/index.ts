export { DataLayoutError, prepareDataFolder } from './data-layout.ts'
export { becomeDataOwner, DataOwnerError, requireDataOwner } from './data-owner.ts'
