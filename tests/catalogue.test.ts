import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field, Words } from '../model/kit/fields.ts'
import { declaredModels } from '../server/records/registry.ts'

/** The fields of each entity in the catalogue; R marks a required field. */
/** The fields of every case. */
const CASE = `case_no:R title:R title_en department_sid owner_sid:R co_owner_sids tech_node_sids product_names secrecy_level:R importance agency_sid agent_sids
    agency_ref entrust_date source_case tags share_level:R close_date close_reason`

const CATALOGUE = {
  patent: `case_no:R title:R title_en department_sid owner_sid:R co_owner_sids tech_node_sids product_names secrecy_level:R importance agency_sid agent_sids
    agency_ref entrust_date source_case tags share_level:R close_date close_reason patent_type:R country:R route:R application_no filing_date
    submission_date entry_date earliest_priority_date publication_no publication_date grant_no grant_date patent_no register_date certificate_no
    expiry_date pta_days pte_days pct_no pct_filing_date pct_pub_no pct_pub_date isa ro ipea hague_reg_no hague_pub_date designated ipc_main ipc cpc loc
    claims_count independent_claims pages drawings_count designs_count abstract claims description early_publication sub_exam_requested sub_exam_date
    se_entered_date expedite dual_case_sid fee_reduction fee_reduction_record_no open_license next_annuity_year next_annuity_due legal_status status:R
    family_sid secrecy_exam_status sequence_listing bio_deposit genetic_source design_pictures value_grade annuity_decision invalidation_status
    applicants inventors`,
  trademark: `${CASE} mark_image mark_type:R tm_kind:R country:R route:R classes application_no
    filing_date prelim_pub_issue prelim_pub_date reg_no reg_date reg_pub_issue valid_from valid_to renewal_window_from intl_reg_no intl_reg_date base_app_no
    base_reg_no designated subsequent use_evidence well_known disclaimer colour_claim meaning status:R applicants`,
  software: `${CASE} short_name version_no category work_nature:R
    previous_reg_no develop_way:R complete_date first_pub_date published pub_place rights_acquire:R rights_scope:R hw_dev hw_run os_dev tools os_run support
    language code_lines purpose field features source_code manual accept_no accept_date reg_no reg_date certificate_no expiry_date is_product double_soft
    status:R owners developers`,
  copyright: `${CASE} work_type:R creation_nature:R
    completion_date completion_place published first_pub_date first_pub_place ownership_way ownership:R rights_owned reg_no reg_date reg_office certificate
    expiry_date sample status:R owners authors`,
  achievement: `case_no:R title:R department_sid owner_sid:R achievement_type:R source_project level identify_way identify_org identify_date identify_no
    register_no register_date completers complete_orgs application_status benefit related_cases awards attachments status:R`,
  trade_secret: `case_no:R title:R department_sid owner_sid:R level:R form carriers storage_place from_date to_date indefinite authorised_users:R
    protective_measures value notarised timestamp_no review_cycle next_review status:R`,
  transfer: `case_no:R title:R department_sid owner_sid:R contract_no direction:R reason:R assignors:R assignees:R object:R price currency sign_date
    export_licence_needed submit_date record_date notice_no status:R`,
  licence: `case_no:R title:R department_sid owner_sid:R contract_no licence_type:R direction:R licensors:R licensees territories field_of_use start_date end_date
    effective_date payment_mode:R amount royalty_rate royalties record_no record_date status:R`,
  pledge: `case_no:R title:R department_sid owner_sid:R pledgors pledgees:R principal:R loan_contract_no contract_no start_date due_date:R valuation valuer reg_no
    reg_date release_date status:R`,
  dispute: `case_no:R title:R department_sid owner_sid:R dispute_type:R our_role:R our_parties other_parties amount_claimed amount_awarded court court_case_no
    instance:R accept_date served_date hearings judgment_date judgment_result final_on lawyers agency_sid evidence known_date status:R`,
  risk: `case_no:R title:R risk_type:R source:R third_no third_owner third_expiry third_countries our_product likelihood impact level analysis measures owner_sid:R
    found_date:R status:R`,
  project: `case_no:R title:R project_type:R level:R owner_sid:R co_owner_sids department_sid start_date end_date stage:R budget goal goal_proposals goal_patents
    tech_node_sids points meetings monitors progress`,
  retrieval_request: `case_no:R title:R retrieval_type:R tech_solution keywords ipc countries applicants_watch requester_sid:R assignee_sid agency_sid wanted_by
    report conclusion hits status:R`,
  indexing_task: `case_no:R title:R library_sid:R index_fields assign_rule:R indexers double_blind due_date progress owner_sid:R status:R`,
  indexing_item: 'task_sid publication_no result state',
  indexing_sheet: 'item_sid indexer_sid answers state note',
  search_library: 'lib_name:R lib_type:R query database items last_update manager_sid:R reader_sids',
  dealt_right: 'dealing_sid:R case_sid:R',
  owner_change: 'case_sid transfer_sid effective_date former_owners new_owners document',
  secret_point: 'point_no:R content carrier',
  paper: `case_no:R title:R department_sid owner_sid:R authors paper_type journal issn doi volume issue pages submit_date accept_date publish_date index_in
    impact_factor secrecy_review:R status:R`,
  proposal: `case_no:R title:R department_sid owner_sid inventors proposal_type:R submitter_sid submit_date contact_inventor_sid background problem solution
    effect key_points alternatives drawings disclosure_doc prior_art disclosed disclosure_date plan_disclosure_date implemented is_service country_plan
    expected_filing_date dept_opinion ip_opinion grade decision evaluate_status result_case_sids status:R`,
  domain: `case_no:R domain_name:R department_sid owner_sid:R tld registrar:R registrant:R admin_contact dns_servers register_date expiry_date:R auto_renew
    renew_years icp_no police_record_no ssl_expiry usage brand_case_sid cost status:R`,
  ic_layout: `case_no:R title:R department_sid owner_sid:R creators owners completion_date:R first_exploit_date exploit_place structure technology function
    application_no filing_date reg_no reg_date announce_date certificate_no confidential_pages samples drawings expiry_date status:R`,
  priority: 'seq:R priority_no:R priority_date:R priority_country:R priority_case_sid das_code copy_status restored',
  patent_family: 'family_no:R title kind first_case_sid country_count',
  related_case: 'earlier_sid:R later_sid:R relation_type:R claimed remark',
  fee: `fee_no:R case_sid:R fee_class:R fee_type:R annuity_year currency amount_full reduction_pct amount surcharge surcharge_rate due_date:R grace_end pay_by
    decision pay_date voucher_no payment_sid cost_center budget_item exchange_rate amount_local status:R`,
  invoice: `invoice_no:R agency_sid bill_type bill_date currency amount tax_amount vat_invoice_no vat_invoice_code company_sid lines contract_no due_date
    attachments auditor audit_date audit_opinion pay_date status:R`,
  award: 'award_no:R award_type:R case_sid:R trigger_date:R rule_sid total:R shares due_date status:R',
  document: `doc_type file_name:R direction issue_date receive_date delivery_way serial_no round_no version_no is_main version_remark size ext hash
    visibility:R source`,
  agency: `agency_name:R simple_name agency_code uscc country agency_kind contact mobile tel email address bank_name bank_account tax_no contract_from
    contract_to price_list good_fields score account_open valid`,
  agent: 'name:R name_en agency_sid:R licence_no practice_no fields mobile email:R id_type id_no languages valid account_status',
  applicant:
    'name:R name_en applicant_kind country:R uscc id_type id_no address address_en postcode contact company_sid reduction_years is_default poa_no valid',
  inventor: 'name:R name_en nationality id_no user_sid employee_no department email mobile address bank_account external resigned',
  department: 'name:R code company_sid parent_sid path leader_sid ip_liaison_sid sort_by status sync_id',
  user_info: `name:R name_en account alias job_number email receive_mail mobile person_type:R department_sid role_sids job_title gender entry_date id_type
    id_no person_status:R account_status leader_sid default_applicant`,
  custom_field: `entity:R code:R name:R data_type:R input_type multi min max options default required searchable approvable process_variable importable
    exportable valid status`,
  tech_node: 'parent_sid path code:R name:R name_en level definition keywords ipc_map query manager_sids sort_by valid',
} as const

const { all } = await declaredModels()
for (const [model, listed] of Object.entries(CATALOGUE)) {
  test(`${model} has the fields and the required fields of the catalogue`, () => {
    const fields = new Map(Object.entries(all.get(model)?.fields ?? {}))
    const wrong = listed.split(/\s+/).filter((one) => {
      const [code = '', needed] = one.split(':')
      return !fields.has(code) || (needed === 'R' && !fields.get(code)?.required && !fields.get(code)?.required_when)
    })
    assert.deepEqual(wrong, [])
  })
}

test('the words of a pattern follow the label of its field and do not begin with it', () => {
  for (const { name, fields } of all.values())
    for (const [code, field] of Object.entries<Field>(fields))
      for (const part of Object.values<Field & { pattern_says?: Words }>(field.type === 'rows' ? field.of : { [code]: field })) {
        const [zh = '', en = ''] = part.pattern_says ?? []
        const isRepeated = zh.startsWith(part.zh) || en.toLowerCase().startsWith(part.en.toLowerCase())
        assert.ok(!isRepeated, `${name}.${code}: ${zh} / ${en}`)
      }
})

test('the list of handovers has one filter for its recipients, which finds those of earlier handovers as well', () => {
  const fields = Object.entries<Field>(all.get('user_handover')?.fields ?? {})
  const filters = fields.flatMap(([code, { searchable, coded }]) => (searchable && !coded && code.startsWith('to_') ? [code] : []))
  assert.deepEqual(filters, ['to_users'])
})
