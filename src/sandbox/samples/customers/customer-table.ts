/** The customers, in one SQLite file. An id is never given out twice, not even after a delete. */
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolderSync } from '../../../shared/lib/files/make-folder.ts'

export interface CustomerData {
  firstname: string
  lastname: string
  address: string
}

export interface Customer extends CustomerData {
  id: number
}

export interface CustomerTable {
  /** In the order of their ids; all of them when no limit is given. */
  list(limit?: number): Customer[]
  find(id: number): Customer | undefined
  /** The new id. */
  add(customer: CustomerData): number
  /** False when there is no such customer. */
  update(id: number, customer: CustomerData): boolean
  remove(id: number): boolean
  close(): void
}

const seed = [
  ['Denis', 'Darner'],
  ['Elana', 'Ericson'],
  ['Lyle', 'Longino'],
  ['Gerri', 'Gaertner'],
  ['Willis', 'Wicks'],
  ['Jessika', 'Jeon'],
  ['Neil', 'Newton'],
  ['Ferne', 'Foye'],
] as const

const columns = 'id, firstname, lastname, address'
const values = '(:firstname, :lastname, :address)'

/** Opens the file, making and filling it when there is none. Throws with its name when it cannot be used. */
export function openCustomerTable(file: string): CustomerTable {
  const database = openDatabase(file)
  const list = database.prepare(`SELECT ${columns} FROM customer ORDER BY id LIMIT ?`)
  const find = database.prepare(`SELECT ${columns} FROM customer WHERE id = ?`)
  const add = database.prepare(`INSERT INTO customer (firstname, lastname, address) VALUES ${values}`)
  const update = database.prepare(`UPDATE customer SET (firstname, lastname, address) = ${values} WHERE id = :id`)
  const remove = database.prepare('DELETE FROM customer WHERE id = ?')

  return {
    list: (limit = -1) => list.all(limit) as unknown as Customer[],
    find: (id) => find.get(id) as Customer | undefined,
    add: (customer) => Number(add.run({ ...customer }).lastInsertRowid),
    update: (id, customer) => update.run({ id, ...customer }).changes === 1,
    remove: (id) => remove.run(id).changes === 1,
    close: () => {
      if (database.isOpen) database.close()
    },
  }
}

function openDatabase(file: string): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    makeFolderSync(dirname(file))
    database = new DatabaseSync(file, { timeout: 5000 })
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    seedOnce(database)
    return database
  } catch (cause) {
    database?.close()
    throw new Error(`customer database ${file}: ${(cause as Error).message}`, { cause })
  }
}

/** Customers that were all deleted stay deleted: only a new file is filled. */
function seedOnce(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE')
  const exists = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'customer'").get()
  if (!exists) {
    database.exec(`CREATE TABLE customer (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      firstname TEXT NOT NULL,
      lastname TEXT NOT NULL,
      address TEXT NOT NULL
    ) STRICT`)
    const add = database.prepare('INSERT INTO customer (firstname, lastname, address) VALUES (?, ?, ?)')
    seed.forEach(([firstname, lastname], index) => {
      add.run(firstname, lastname, `${index + 1} The Street, The Town`)
    })
  }
  database.exec('COMMIT')
}
