import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { attachFile } from '../../documents/upload.ts'
import type { Context } from '../../records/context.ts'

/** A page of plain text, kept for an attachment field. Its lines are in the Latin letters that need no font of their own. */
export const attachDemoFile = async (ctx: Context, field: string, { name, lines }: { name: string; lines: readonly string[] }) =>
  attachBytes(ctx, field, name, await pageOf(lines))

/** A drawing, kept as a PNG for an attachment field. */
export const attachDemoPicture = async (ctx: Context, field: string, { name, svg }: { name: string; svg: string }) =>
  attachBytes(ctx, field, name, await sharp(Buffer.from(svg)).png().toBuffer())

async function attachBytes(ctx: Context, field: string, name: string, bytes: Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), 'innoe-demo-'))
  try {
    const path = join(folder, 'file')
    await writeFile(path, bytes)
    return await attachFile(ctx, field, { path, name, size: bytes.length, hash: createHash('sha256').update(bytes).digest('hex') })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function pageOf(lines: readonly string[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const page = pdf.addPage([595, 842])
  for (const [at, line] of lines.entries()) page.drawText(line, { x: 60, y: 760 - at * 26, size: at === 0 ? 18 : 12, font })
  return pdf.save()
}
