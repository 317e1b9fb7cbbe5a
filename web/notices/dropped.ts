/** What the desktop leaves in folders. */
const LEFT_BY_DESKTOP = /^(?:\..*|thumbs\.db|desktop\.ini)$/i

/** The entries of a drop, where there is a folder among them; undefined where the browser itself gives all files. */
export function foldersIn(items: Iterable<DataTransferItem>): FileSystemEntry[] | undefined {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  return entries.some(({ isDirectory }) => isDirectory) ? entries : undefined
}

/** The files of the entries and of all folders in them, in the order of their paths. */
export async function filesOf(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const found: { path: string; file: File }[] = []
  for (const waiting = [...entries]; waiting.length > 0;) {
    const entry = waiting.pop()
    if (entry && isFolder(entry)) waiting.push(...(await within(entry)))
    else if (entry && isFile(entry)) found.push({ path: entry.fullPath, file: await new Promise<File>((done, fail) => entry.file(done, fail)) })
  }
  return noticesAmong(found.toSorted((one, other) => ordered(one.path, other.path)).map(({ file }) => file))
}

export const noticesAmong = (files: readonly File[]): File[] => files.filter(({ name }) => !LEFT_BY_DESKTOP.test(name))

/** Numbers in names count as numbers. */
const ordered = new Intl.Collator('en', { numeric: true }).compare
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

/** A browser answers at most a hundred entries at once, and none when all were given. */
async function within(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const [reader, all] = [folder.createReader(), [] as FileSystemEntry[]]
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail))
    if (some.length === 0) return all
    all.push(...some)
  }
}

const MOST_FILES = 20
const MOST_BYTES = 60 << 20

/** Files that are uploaded together: few enough that one upload neither takes long nor is lost whole. */
export function portions<F extends { size: number }>(files: readonly F[]): F[][] {
  const all: F[][] = []
  let bytes = 0
  for (const file of files) {
    const last = all.at(-1)
    if (last && last.length < MOST_FILES && bytes + file.size <= MOST_BYTES) last.push(file)
    else all.push([file])
    bytes = last && last === all.at(-1) ? bytes + file.size : file.size
  }
  return all
}
