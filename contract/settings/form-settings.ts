import type { Field } from '../fields/field.ts';
import { settingsScreen } from './screen.ts';

const form = (key: string, label: string): Field => ({ kind: 'form', key, label, untyped: true });
const send = (key: string, label: string, help: string): Field => ({ kind: 'checkbox', key, label, help });

export const formSettings = settingsScreen({
  id: 'form-settings',
  path: 'forms-settings',
  title: 'Form Settings',
  intro: 'Which form the website shows for each purpose, and who receives what visitors send.',
  category: 'form',
  saveButtons: 'topAndBottom',
  sections: [
    {
      title: 'Enquiries',
      fields: [
        form('enquiry', 'Enquiry'),
        form('holiday_enquiry', 'Holiday enquiry'),
        send(
          'holiday_enquiry_send_to_property_manager',
          'Send holiday enquiries to the property manager',
          'The property managers of the listing receive the enquiry.',
        ),
        form('property_enquiry', 'Property enquiry'),
        send(
          'property_enquiry_send_to_listing_agent',
          'Send property enquiries to the listing agent',
          'The listing agents of the property receive the enquiry.',
        ),
        send('property_enquiry_send_to_admin', 'Send property enquiries to admin', 'The website admin receives the enquiry.'),
        {
          kind: 'checkbox',
          key: 'hide_enquiry_form_sold_leased',
          label: 'Hide enquiry form on sold and leased listings',
        },
      ],
    },
    {
      title: 'Appraisals',
      fields: [
        form('sales_market_appraisal', 'Sales market appraisal'),
        send(
          'sales_market_appraisal_send_to_listing_agent',
          'Send sales market appraisals to the listing agent',
          'The listing agents receive the enquiry.',
        ),
        form('rental_appraisal', 'Rental appraisal'),
        send(
          'rental_appraisal_send_to_property_manager',
          'Send rental appraisals to the property manager',
          'The property managers receive the enquiry.',
        ),
        form('agent_sales_appraisal', 'Agent sales appraisal'),
        form('agent_rental_appraisal', 'Agent rental appraisal'),
      ],
    },
    {
      title: 'Contact',
      fields: [
        form('agency_contact', 'Agency contact'),
        send(
          'agency_contact_send_to_agency',
          'Send agency contacts to the agency',
          'The email of the agency profile receives the enquiry.',
        ),
        send('agency_contact_send_to_admin', 'Send agency contacts to admin', 'The website admin receives the enquiry.'),
        form('agent_contact', 'Agent contact'),
        send('agent_contact_send_to_agent', 'Send agent contacts to the agent', 'The email of the staff profile receives the enquiry.'),
        send('agent_contact_send_to_admin', 'Send agent contacts to admin', 'The website admin receives the enquiry.'),
      ],
    },
    {
      title: 'Tenants',
      fields: [
        form('tenancy_application', 'Tenancy application'),
        form('pet_application', 'Pet application'),
        form('maintenance_request', 'Maintenance request'),
        send(
          'maintenance_request_send_to_property_manager',
          'Send maintenance requests to the property manager',
          'The property managers receive the request.',
        ),
        form('vacate_notice', 'Vacate notice'),
        form('tenant_newsletter', 'Tenant newsletter'),
      ],
    },
    {
      title: 'Newsletter and alerts',
      fields: [
        form('newsletter', 'Newsletter'),
        form('property_alert', 'Property alert'),
        form('development_register_interest', 'Development register interest'),
      ],
    },
    {
      title: 'reCaptcha',
      fields: [
        { kind: 'text', key: 'recaptcha_site_key', label: 'reCaptcha site key', maxLength: 200 },
        { kind: 'text', key: 'recaptcha_secret_key', label: 'reCaptcha secret key', maxLength: 200, secret: true },
        {
          kind: 'checkbox',
          key: 'recaptcha_apply_to_all_forms',
          label: 'Automatically add reCaptcha to all forms',
          help: 'Off: use form-specific reCaptcha settings. On: automatically show on all forms.',
        },
      ],
    },
  ],
  events: { save: 'updated form settings' },
});
