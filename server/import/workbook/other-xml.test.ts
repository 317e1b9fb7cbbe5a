import assert from 'node:assert/strict'
import { test } from 'node:test'
import { otherXml } from './other-xml.ts'

const PROLOG = '<?xml version="1.0" encoding="UTF-8"?>\n'
for (const [what, start, says] of [
  ['legal data of OPS', `${PROLOG}<ops:world-patent-data xmlns:ops="x"><ops:patent-family legal="true">`, /^is legal status or family data of the EPO \(OPS\), which is not read/],
  ['a register', `${PROLOG}<?xml-stylesheet href="x"?><ops:world-patent-data xmlns:ops="x"><ops:register-search><reg:register-documents>`, /European Patent Register/],
  ['an application of CNIPA', `${PROLOG}<!DOCTYPE cn-application-body SYSTEM "x.dtd" [<!ENTITY a "b">]><cn-application-body lang="zh">`, /application documents/],
  ['an application of CNIPA in Chinese', `\ufeff${PROLOG}<权利要求书><权利要求>`, /application documents/],
  ['another file', `${PROLOG}<!-- exported -->\n<portfolio><case/>`, /^is XML of the kind “portfolio”.*published by CNIPA/],
  ['a table of Excel', `${PROLOG}<?mso-application progid="Excel.Sheet"?>\n<ss:Workbook xmlns:ss="x">`, undefined],
  ['a page', '<!DOCTYPE html><html><table>', undefined],
  ['a text', 'Title,Number\n<b>,1', undefined],
] as const)
  test(`${what}: ${says ? 'it is told what it is and what is read' : 'nothing is told'}`, () => {
    const told = otherXml(start)
    if (says) assert.match(told?.[1] ?? '', says)
    else assert.equal(told, undefined)
  }) // oxfmt-ignore
