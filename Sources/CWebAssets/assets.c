#include "CWebAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"  // #embed is all that is meant

// Each file of the web app is one array and one row of the table below. A test compares both with the
// folder, so that a forgotten file is found there and not by a reader of the page.

static const unsigned char api_openapi_json[] = {
#embed "../SottoWeb/Public/api/openapi.json"
};
static const unsigned char app_js[] = {
#embed "../SottoWeb/Public/app.js"
};
static const unsigned char apple_touch_icon_png[] = {
#embed "../SottoWeb/Public/apple-touch-icon.png"
};
static const unsigned char early_js[] = {
#embed "../SottoWeb/Public/early.js"
};
static const unsigned char favicon_ico[] = {
#embed "../SottoWeb/Public/favicon.ico"
};
static const unsigned char favicon_svg[] = {
#embed "../SottoWeb/Public/favicon.svg"
};
static const unsigned char icons_any_192_png[] = {
#embed "../SottoWeb/Public/icons/any-192.png"
};
static const unsigned char icons_any_512_png[] = {
#embed "../SottoWeb/Public/icons/any-512.png"
};
static const unsigned char icons_maskable_512_png[] = {
#embed "../SottoWeb/Public/icons/maskable-512.png"
};
static const unsigned char index_html[] = {
#embed "../SottoWeb/Public/index.html"
};
static const unsigned char lib_address_js[] = {
#embed "../SottoWeb/Public/lib/address.js"
};
static const unsigned char lib_answer_facts_js[] = {
#embed "../SottoWeb/Public/lib/answer-facts.js"
};
static const unsigned char lib_answer_notes_js[] = {
#embed "../SottoWeb/Public/lib/answer-notes.js"
};
static const unsigned char lib_api_js[] = {
#embed "../SottoWeb/Public/lib/api.js"
};
static const unsigned char lib_app_type_js[] = {
#embed "../SottoWeb/Public/lib/app-type.js"
};
static const unsigned char lib_attachments_js[] = {
#embed "../SottoWeb/Public/lib/attachments.js"
};
static const unsigned char lib_behaviours_js[] = {
#embed "../SottoWeb/Public/lib/behaviours.js"
};
static const unsigned char lib_block_window_js[] = {
#embed "../SottoWeb/Public/lib/block-window.js"
};
static const unsigned char lib_blocks_js[] = {
#embed "../SottoWeb/Public/lib/blocks.js"
};
static const unsigned char lib_changes_js[] = {
#embed "../SottoWeb/Public/lib/changes.js"
};
static const unsigned char lib_choices_js[] = {
#embed "../SottoWeb/Public/lib/choices.js"
};
static const unsigned char lib_claims_js[] = {
#embed "../SottoWeb/Public/lib/claims.js"
};
static const unsigned char lib_clipboard_html_js[] = {
#embed "../SottoWeb/Public/lib/clipboard-html.js"
};
static const unsigned char lib_code_js[] = {
#embed "../SottoWeb/Public/lib/code.js"
};
static const unsigned char lib_colours_js[] = {
#embed "../SottoWeb/Public/lib/colours.js"
};
static const unsigned char lib_commands_js[] = {
#embed "../SottoWeb/Public/lib/commands.js"
};
static const unsigned char lib_conflicts_js[] = {
#embed "../SottoWeb/Public/lib/conflicts.js"
};
static const unsigned char lib_consent_js[] = {
#embed "../SottoWeb/Public/lib/consent.js"
};
static const unsigned char lib_context_view_js[] = {
#embed "../SottoWeb/Public/lib/context-view.js"
};
static const unsigned char lib_conversation_acts_js[] = {
#embed "../SottoWeb/Public/lib/conversation-acts.js"
};
static const unsigned char lib_conversation_menu_js[] = {
#embed "../SottoWeb/Public/lib/conversation-menu.js"
};
static const unsigned char lib_conversations_js[] = {
#embed "../SottoWeb/Public/lib/conversations.js"
};
static const unsigned char lib_copy_js[] = {
#embed "../SottoWeb/Public/lib/copy.js"
};
static const unsigned char lib_dom_js[] = {
#embed "../SottoWeb/Public/lib/dom.js"
};
static const unsigned char lib_drafts_js[] = {
#embed "../SottoWeb/Public/lib/drafts.js"
};
static const unsigned char lib_drawer_js[] = {
#embed "../SottoWeb/Public/lib/drawer.js"
};
static const unsigned char lib_edits_js[] = {
#embed "../SottoWeb/Public/lib/edits.js"
};
static const unsigned char lib_elsewhere_js[] = {
#embed "../SottoWeb/Public/lib/elsewhere.js"
};
static const unsigned char lib_estimates_js[] = {
#embed "../SottoWeb/Public/lib/estimates.js"
};
static const unsigned char lib_event_parser_js[] = {
#embed "../SottoWeb/Public/lib/event-parser.js"
};
static const unsigned char lib_file_kinds_js[] = {
#embed "../SottoWeb/Public/lib/file-kinds.js"
};
static const unsigned char lib_file_view_js[] = {
#embed "../SottoWeb/Public/lib/file-view.js"
};
static const unsigned char lib_fonts_js[] = {
#embed "../SottoWeb/Public/lib/fonts.js"
};
static const unsigned char lib_formulas_js[] = {
#embed "../SottoWeb/Public/lib/formulas.js"
};
static const unsigned char lib_fuzzy_js[] = {
#embed "../SottoWeb/Public/lib/fuzzy.js"
};
static const unsigned char lib_growing_js[] = {
#embed "../SottoWeb/Public/lib/growing.js"
};
static const unsigned char lib_health_js[] = {
#embed "../SottoWeb/Public/lib/health.js"
};
static const unsigned char lib_hearing_js[] = {
#embed "../SottoWeb/Public/lib/hearing.js"
};
static const unsigned char lib_i18n_js[] = {
#embed "../SottoWeb/Public/lib/i18n.js"
};
static const unsigned char lib_id_js[] = {
#embed "../SottoWeb/Public/lib/id.js"
};
static const unsigned char lib_ime_js[] = {
#embed "../SottoWeb/Public/lib/ime.js"
};
static const unsigned char lib_imports_js[] = {
#embed "../SottoWeb/Public/lib/imports.js"
};
static const unsigned char lib_key_list_js[] = {
#embed "../SottoWeb/Public/lib/key-list.js"
};
static const unsigned char lib_lazy_js[] = {
#embed "../SottoWeb/Public/lib/lazy.js"
};
static const unsigned char lib_live_message_js[] = {
#embed "../SottoWeb/Public/lib/live-message.js"
};
static const unsigned char lib_memory_js[] = {
#embed "../SottoWeb/Public/lib/memory.js"
};
static const unsigned char lib_menu_js[] = {
#embed "../SottoWeb/Public/lib/menu.js"
};
static const unsigned char lib_message_acts_js[] = {
#embed "../SottoWeb/Public/lib/message-acts.js"
};
static const unsigned char lib_message_menu_js[] = {
#embed "../SottoWeb/Public/lib/message-menu.js"
};
static const unsigned char lib_message_note_js[] = {
#embed "../SottoWeb/Public/lib/message-note.js"
};
static const unsigned char lib_message_tools_js[] = {
#embed "../SottoWeb/Public/lib/message-tools.js"
};
static const unsigned char lib_modal_js[] = {
#embed "../SottoWeb/Public/lib/modal.js"
};
static const unsigned char lib_model_search_js[] = {
#embed "../SottoWeb/Public/lib/model-search.js"
};
static const unsigned char lib_models_js[] = {
#embed "../SottoWeb/Public/lib/models.js"
};
static const unsigned char lib_notifications_js[] = {
#embed "../SottoWeb/Public/lib/notifications.js"
};
static const unsigned char lib_omissions_js[] = {
#embed "../SottoWeb/Public/lib/omissions.js"
};
static const unsigned char lib_outbox_js[] = {
#embed "../SottoWeb/Public/lib/outbox.js"
};
static const unsigned char lib_own_accent_js[] = {
#embed "../SottoWeb/Public/lib/own-accent.js"
};
static const unsigned char lib_palette_items_js[] = {
#embed "../SottoWeb/Public/lib/palette-items.js"
};
static const unsigned char lib_palette_js[] = {
#embed "../SottoWeb/Public/lib/palette.js"
};
static const unsigned char lib_part_views_js[] = {
#embed "../SottoWeb/Public/lib/part-views.js"
};
static const unsigned char lib_part_js[] = {
#embed "../SottoWeb/Public/lib/part.js"
};
static const unsigned char lib_pause_js[] = {
#embed "../SottoWeb/Public/lib/pause.js"
};
static const unsigned char lib_pictures_js[] = {
#embed "../SottoWeb/Public/lib/pictures.js"
};
static const unsigned char lib_place_js[] = {
#embed "../SottoWeb/Public/lib/place.js"
};
static const unsigned char lib_preferences_js[] = {
#embed "../SottoWeb/Public/lib/preferences.js"
};
static const unsigned char lib_project_behaviours_js[] = {
#embed "../SottoWeb/Public/lib/project-behaviours.js"
};
static const unsigned char lib_project_context_js[] = {
#embed "../SottoWeb/Public/lib/project-context.js"
};
static const unsigned char lib_project_form_js[] = {
#embed "../SottoWeb/Public/lib/project-form.js"
};
static const unsigned char lib_project_menu_js[] = {
#embed "../SottoWeb/Public/lib/project-menu.js"
};
static const unsigned char lib_project_merge_js[] = {
#embed "../SottoWeb/Public/lib/project-merge.js"
};
static const unsigned char lib_projects_js[] = {
#embed "../SottoWeb/Public/lib/projects.js"
};
static const unsigned char lib_reader_js[] = {
#embed "../SottoWeb/Public/lib/reader.js"
};
static const unsigned char lib_reloads_js[] = {
#embed "../SottoWeb/Public/lib/reloads.js"
};
static const unsigned char lib_removals_js[] = {
#embed "../SottoWeb/Public/lib/removals.js"
};
static const unsigned char lib_request_view_js[] = {
#embed "../SottoWeb/Public/lib/request-view.js"
};
static const unsigned char lib_rich_copy_js[] = {
#embed "../SottoWeb/Public/lib/rich-copy.js"
};
static const unsigned char lib_rich_inline_js[] = {
#embed "../SottoWeb/Public/lib/rich-inline.js"
};
static const unsigned char lib_rich_text_js[] = {
#embed "../SottoWeb/Public/lib/rich-text.js"
};
static const unsigned char lib_route_js[] = {
#embed "../SottoWeb/Public/lib/route.js"
};
static const unsigned char lib_scripts_js[] = {
#embed "../SottoWeb/Public/lib/scripts.js"
};
static const unsigned char lib_search_result_js[] = {
#embed "../SottoWeb/Public/lib/search-result.js"
};
static const unsigned char lib_searches_js[] = {
#embed "../SottoWeb/Public/lib/searches.js"
};
static const unsigned char lib_sent_view_js[] = {
#embed "../SottoWeb/Public/lib/sent-view.js"
};
static const unsigned char lib_sentences_js[] = {
#embed "../SottoWeb/Public/lib/sentences.js"
};
static const unsigned char lib_share_js[] = {
#embed "../SottoWeb/Public/lib/share.js"
};
static const unsigned char lib_sibling_walker_js[] = {
#embed "../SottoWeb/Public/lib/sibling-walker.js"
};
static const unsigned char lib_speech_formula_js[] = {
#embed "../SottoWeb/Public/lib/speech-formula.js"
};
static const unsigned char lib_speech_language_js[] = {
#embed "../SottoWeb/Public/lib/speech-language.js"
};
static const unsigned char lib_speech_sentences_js[] = {
#embed "../SottoWeb/Public/lib/speech-sentences.js"
};
static const unsigned char lib_speech_signs_js[] = {
#embed "../SottoWeb/Public/lib/speech-signs.js"
};
static const unsigned char lib_speech_text_js[] = {
#embed "../SottoWeb/Public/lib/speech-text.js"
};
static const unsigned char lib_stickiness_js[] = {
#embed "../SottoWeb/Public/lib/stickiness.js"
};
static const unsigned char lib_store_js[] = {
#embed "../SottoWeb/Public/lib/store.js"
};
static const unsigned char lib_stream_js[] = {
#embed "../SottoWeb/Public/lib/stream.js"
};
static const unsigned char lib_thread_js[] = {
#embed "../SottoWeb/Public/lib/thread.js"
};
static const unsigned char lib_threads_js[] = {
#embed "../SottoWeb/Public/lib/threads.js"
};
static const unsigned char lib_time_js[] = {
#embed "../SottoWeb/Public/lib/time.js"
};
static const unsigned char lib_too_large_js[] = {
#embed "../SottoWeb/Public/lib/too-large.js"
};
static const unsigned char lib_types_js[] = {
#embed "../SottoWeb/Public/lib/types.js"
};
static const unsigned char lib_unfolding_js[] = {
#embed "../SottoWeb/Public/lib/unfolding.js"
};
static const unsigned char lib_usage_chart_js[] = {
#embed "../SottoWeb/Public/lib/usage-chart.js"
};
static const unsigned char lib_usage_csv_js[] = {
#embed "../SottoWeb/Public/lib/usage-csv.js"
};
static const unsigned char lib_usage_data_js[] = {
#embed "../SottoWeb/Public/lib/usage-data.js"
};
static const unsigned char lib_usage_views_js[] = {
#embed "../SottoWeb/Public/lib/usage-views.js"
};
static const unsigned char lib_usage_js[] = {
#embed "../SottoWeb/Public/lib/usage.js"
};
static const unsigned char lib_viewport_js[] = {
#embed "../SottoWeb/Public/lib/viewport.js"
};
static const unsigned char lib_waiting_files_js[] = {
#embed "../SottoWeb/Public/lib/waiting-files.js"
};
static const unsigned char lib_wake_js[] = {
#embed "../SottoWeb/Public/lib/wake.js"
};
static const unsigned char lib_window_bar_js[] = {
#embed "../SottoWeb/Public/lib/window-bar.js"
};
static const unsigned char lib_worker_js[] = {
#embed "../SottoWeb/Public/lib/worker.js"
};
static const unsigned char locales_en_more_js[] = {
#embed "../SottoWeb/Public/locales/en-more.js"
};
static const unsigned char locales_en_settings_js[] = {
#embed "../SottoWeb/Public/locales/en-settings.js"
};
static const unsigned char locales_en_speech_js[] = {
#embed "../SottoWeb/Public/locales/en-speech.js"
};
static const unsigned char locales_en_usage_js[] = {
#embed "../SottoWeb/Public/locales/en-usage.js"
};
static const unsigned char locales_en_js[] = {
#embed "../SottoWeb/Public/locales/en.js"
};
static const unsigned char locales_zh_more_js[] = {
#embed "../SottoWeb/Public/locales/zh-more.js"
};
static const unsigned char locales_zh_settings_js[] = {
#embed "../SottoWeb/Public/locales/zh-settings.js"
};
static const unsigned char locales_zh_speech_js[] = {
#embed "../SottoWeb/Public/locales/zh-speech.js"
};
static const unsigned char locales_zh_usage_js[] = {
#embed "../SottoWeb/Public/locales/zh-usage.js"
};
static const unsigned char locales_zh_js[] = {
#embed "../SottoWeb/Public/locales/zh.js"
};
static const unsigned char manifest_webmanifest[] = {
#embed "../SottoWeb/Public/manifest.webmanifest"
};
static const unsigned char notices_txt[] = {
#embed "../SottoWeb/Public/notices.txt"
};
static const unsigned char parts_answer_behaviours_js[] = {
#embed "../SottoWeb/Public/parts/answer-behaviours.js"
};
static const unsigned char parts_app_shell_js[] = {
#embed "../SottoWeb/Public/parts/app-shell.js"
};
static const unsigned char parts_app_sidebar_js[] = {
#embed "../SottoWeb/Public/parts/app-sidebar.js"
};
static const unsigned char parts_appearance_settings_js[] = {
#embed "../SottoWeb/Public/parts/appearance-settings.js"
};
static const unsigned char parts_attachment_tray_js[] = {
#embed "../SottoWeb/Public/parts/attachment-tray.js"
};
static const unsigned char parts_backup_list_js[] = {
#embed "../SottoWeb/Public/parts/backup-list.js"
};
static const unsigned char parts_behaviours_settings_js[] = {
#embed "../SottoWeb/Public/parts/behaviours-settings.js"
};
static const unsigned char parts_chat_composer_js[] = {
#embed "../SottoWeb/Public/parts/chat-composer.js"
};
static const unsigned char parts_chat_inspector_js[] = {
#embed "../SottoWeb/Public/parts/chat-inspector.js"
};
static const unsigned char parts_chat_message_js[] = {
#embed "../SottoWeb/Public/parts/chat-message.js"
};
static const unsigned char parts_chat_outbox_js[] = {
#embed "../SottoWeb/Public/parts/chat-outbox.js"
};
static const unsigned char parts_chat_summary_js[] = {
#embed "../SottoWeb/Public/parts/chat-summary.js"
};
static const unsigned char parts_chat_transcript_js[] = {
#embed "../SottoWeb/Public/parts/chat-transcript.js"
};
static const unsigned char parts_command_palette_js[] = {
#embed "../SottoWeb/Public/parts/command-palette.js"
};
static const unsigned char parts_conflict_dialog_js[] = {
#embed "../SottoWeb/Public/parts/conflict-dialog.js"
};
static const unsigned char parts_consent_dialog_js[] = {
#embed "../SottoWeb/Public/parts/consent-dialog.js"
};
static const unsigned char parts_conversation_list_js[] = {
#embed "../SottoWeb/Public/parts/conversation-list.js"
};
static const unsigned char parts_data_eraser_js[] = {
#embed "../SottoWeb/Public/parts/data-eraser.js"
};
static const unsigned char parts_data_export_js[] = {
#embed "../SottoWeb/Public/parts/data-export.js"
};
static const unsigned char parts_data_import_js[] = {
#embed "../SottoWeb/Public/parts/data-import.js"
};
static const unsigned char parts_data_place_js[] = {
#embed "../SottoWeb/Public/parts/data-place.js"
};
static const unsigned char parts_data_settings_js[] = {
#embed "../SottoWeb/Public/parts/data-settings.js"
};
static const unsigned char parts_egress_ledger_js[] = {
#embed "../SottoWeb/Public/parts/egress-ledger.js"
};
static const unsigned char parts_font_settings_js[] = {
#embed "../SottoWeb/Public/parts/font-settings.js"
};
static const unsigned char parts_host_consent_js[] = {
#embed "../SottoWeb/Public/parts/host-consent.js"
};
static const unsigned char parts_index_js[] = {
#embed "../SottoWeb/Public/parts/index.js"
};
static const unsigned char parts_key_unlock_js[] = {
#embed "../SottoWeb/Public/parts/key-unlock.js"
};
static const unsigned char parts_keys_dialog_js[] = {
#embed "../SottoWeb/Public/parts/keys-dialog.js"
};
static const unsigned char parts_live_announcer_js[] = {
#embed "../SottoWeb/Public/parts/live-announcer.js"
};
static const unsigned char parts_message_editor_js[] = {
#embed "../SottoWeb/Public/parts/message-editor.js"
};
static const unsigned char parts_model_list_js[] = {
#embed "../SottoWeb/Public/parts/model-list.js"
};
static const unsigned char parts_model_picker_js[] = {
#embed "../SottoWeb/Public/parts/model-picker.js"
};
static const unsigned char parts_privacy_settings_js[] = {
#embed "../SottoWeb/Public/parts/privacy-settings.js"
};
static const unsigned char parts_project_dialog_js[] = {
#embed "../SottoWeb/Public/parts/project-dialog.js"
};
static const unsigned char parts_project_switch_js[] = {
#embed "../SottoWeb/Public/parts/project-switch.js"
};
static const unsigned char parts_provider_form_js[] = {
#embed "../SottoWeb/Public/parts/provider-form.js"
};
static const unsigned char parts_provider_list_js[] = {
#embed "../SottoWeb/Public/parts/provider-list.js"
};
static const unsigned char parts_quick_replies_js[] = {
#embed "../SottoWeb/Public/parts/quick-replies.js"
};
static const unsigned char parts_retention_list_js[] = {
#embed "../SottoWeb/Public/parts/retention-list.js"
};
static const unsigned char parts_search_screen_js[] = {
#embed "../SottoWeb/Public/parts/search-screen.js"
};
static const unsigned char parts_settings_dialog_js[] = {
#embed "../SottoWeb/Public/parts/settings-dialog.js"
};
static const unsigned char parts_share_dialog_js[] = {
#embed "../SottoWeb/Public/parts/share-dialog.js"
};
static const unsigned char parts_start_page_js[] = {
#embed "../SottoWeb/Public/parts/start-page.js"
};
static const unsigned char parts_template_dialog_js[] = {
#embed "../SottoWeb/Public/parts/template-dialog.js"
};
static const unsigned char parts_template_form_js[] = {
#embed "../SottoWeb/Public/parts/template-form.js"
};
static const unsigned char parts_template_use_js[] = {
#embed "../SottoWeb/Public/parts/template-use.js"
};
static const unsigned char parts_toast_stack_js[] = {
#embed "../SottoWeb/Public/parts/toast-stack.js"
};
static const unsigned char parts_usage_screen_js[] = {
#embed "../SottoWeb/Public/parts/usage-screen.js"
};
static const unsigned char styles_base_css[] = {
#embed "../SottoWeb/Public/styles/base.css"
};
static const unsigned char styles_behaviours_css[] = {
#embed "../SottoWeb/Public/styles/behaviours.css"
};
static const unsigned char styles_composer_css[] = {
#embed "../SottoWeb/Public/styles/composer.css"
};
static const unsigned char styles_context_css[] = {
#embed "../SottoWeb/Public/styles/context.css"
};
static const unsigned char styles_controls_css[] = {
#embed "../SottoWeb/Public/styles/controls.css"
};
static const unsigned char styles_dialogs_css[] = {
#embed "../SottoWeb/Public/styles/dialogs.css"
};
static const unsigned char styles_editor_css[] = {
#embed "../SottoWeb/Public/styles/editor.css"
};
static const unsigned char styles_inspector_css[] = {
#embed "../SottoWeb/Public/styles/inspector.css"
};
static const unsigned char styles_layout_css[] = {
#embed "../SottoWeb/Public/styles/layout.css"
};
static const unsigned char styles_message_css[] = {
#embed "../SottoWeb/Public/styles/message.css"
};
static const unsigned char styles_notices_css[] = {
#embed "../SottoWeb/Public/styles/notices.css"
};
static const unsigned char styles_outbox_css[] = {
#embed "../SottoWeb/Public/styles/outbox.css"
};
static const unsigned char styles_palette_css[] = {
#embed "../SottoWeb/Public/styles/palette.css"
};
static const unsigned char styles_picker_css[] = {
#embed "../SottoWeb/Public/styles/picker.css"
};
static const unsigned char styles_prose_css[] = {
#embed "../SottoWeb/Public/styles/prose.css"
};
static const unsigned char styles_search_css[] = {
#embed "../SottoWeb/Public/styles/search.css"
};
static const unsigned char styles_settings_css[] = {
#embed "../SottoWeb/Public/styles/settings.css"
};
static const unsigned char styles_sidebar_css[] = {
#embed "../SottoWeb/Public/styles/sidebar.css"
};
static const unsigned char styles_start_css[] = {
#embed "../SottoWeb/Public/styles/start.css"
};
static const unsigned char styles_tokens_css[] = {
#embed "../SottoWeb/Public/styles/tokens.css"
};
static const unsigned char styles_transcript_css[] = {
#embed "../SottoWeb/Public/styles/transcript.css"
};
static const unsigned char styles_usage_css[] = {
#embed "../SottoWeb/Public/styles/usage.css"
};
static const unsigned char sw_js[] = {
#embed "../SottoWeb/Public/sw.js"
};

#define ASSET(path, name) {path, name, sizeof name}

const struct sotto_web_asset sotto_web_assets[] = {
    ASSET("api/openapi.json", api_openapi_json),
    ASSET("app.js", app_js),
    ASSET("apple-touch-icon.png", apple_touch_icon_png),
    ASSET("early.js", early_js),
    ASSET("favicon.ico", favicon_ico),
    ASSET("favicon.svg", favicon_svg),
    ASSET("icons/any-192.png", icons_any_192_png),
    ASSET("icons/any-512.png", icons_any_512_png),
    ASSET("icons/maskable-512.png", icons_maskable_512_png),
    ASSET("index.html", index_html),
    ASSET("lib/address.js", lib_address_js),
    ASSET("lib/answer-facts.js", lib_answer_facts_js),
    ASSET("lib/answer-notes.js", lib_answer_notes_js),
    ASSET("lib/api.js", lib_api_js),
    ASSET("lib/app-type.js", lib_app_type_js),
    ASSET("lib/attachments.js", lib_attachments_js),
    ASSET("lib/behaviours.js", lib_behaviours_js),
    ASSET("lib/block-window.js", lib_block_window_js),
    ASSET("lib/blocks.js", lib_blocks_js),
    ASSET("lib/changes.js", lib_changes_js),
    ASSET("lib/choices.js", lib_choices_js),
    ASSET("lib/claims.js", lib_claims_js),
    ASSET("lib/clipboard-html.js", lib_clipboard_html_js),
    ASSET("lib/code.js", lib_code_js),
    ASSET("lib/colours.js", lib_colours_js),
    ASSET("lib/commands.js", lib_commands_js),
    ASSET("lib/conflicts.js", lib_conflicts_js),
    ASSET("lib/consent.js", lib_consent_js),
    ASSET("lib/context-view.js", lib_context_view_js),
    ASSET("lib/conversation-acts.js", lib_conversation_acts_js),
    ASSET("lib/conversation-menu.js", lib_conversation_menu_js),
    ASSET("lib/conversations.js", lib_conversations_js),
    ASSET("lib/copy.js", lib_copy_js),
    ASSET("lib/dom.js", lib_dom_js),
    ASSET("lib/drafts.js", lib_drafts_js),
    ASSET("lib/drawer.js", lib_drawer_js),
    ASSET("lib/edits.js", lib_edits_js),
    ASSET("lib/elsewhere.js", lib_elsewhere_js),
    ASSET("lib/estimates.js", lib_estimates_js),
    ASSET("lib/event-parser.js", lib_event_parser_js),
    ASSET("lib/file-kinds.js", lib_file_kinds_js),
    ASSET("lib/file-view.js", lib_file_view_js),
    ASSET("lib/fonts.js", lib_fonts_js),
    ASSET("lib/formulas.js", lib_formulas_js),
    ASSET("lib/fuzzy.js", lib_fuzzy_js),
    ASSET("lib/growing.js", lib_growing_js),
    ASSET("lib/health.js", lib_health_js),
    ASSET("lib/hearing.js", lib_hearing_js),
    ASSET("lib/i18n.js", lib_i18n_js),
    ASSET("lib/id.js", lib_id_js),
    ASSET("lib/ime.js", lib_ime_js),
    ASSET("lib/imports.js", lib_imports_js),
    ASSET("lib/key-list.js", lib_key_list_js),
    ASSET("lib/lazy.js", lib_lazy_js),
    ASSET("lib/live-message.js", lib_live_message_js),
    ASSET("lib/memory.js", lib_memory_js),
    ASSET("lib/menu.js", lib_menu_js),
    ASSET("lib/message-acts.js", lib_message_acts_js),
    ASSET("lib/message-menu.js", lib_message_menu_js),
    ASSET("lib/message-note.js", lib_message_note_js),
    ASSET("lib/message-tools.js", lib_message_tools_js),
    ASSET("lib/modal.js", lib_modal_js),
    ASSET("lib/model-search.js", lib_model_search_js),
    ASSET("lib/models.js", lib_models_js),
    ASSET("lib/notifications.js", lib_notifications_js),
    ASSET("lib/omissions.js", lib_omissions_js),
    ASSET("lib/outbox.js", lib_outbox_js),
    ASSET("lib/own-accent.js", lib_own_accent_js),
    ASSET("lib/palette-items.js", lib_palette_items_js),
    ASSET("lib/palette.js", lib_palette_js),
    ASSET("lib/part-views.js", lib_part_views_js),
    ASSET("lib/part.js", lib_part_js),
    ASSET("lib/pause.js", lib_pause_js),
    ASSET("lib/pictures.js", lib_pictures_js),
    ASSET("lib/place.js", lib_place_js),
    ASSET("lib/preferences.js", lib_preferences_js),
    ASSET("lib/project-behaviours.js", lib_project_behaviours_js),
    ASSET("lib/project-context.js", lib_project_context_js),
    ASSET("lib/project-form.js", lib_project_form_js),
    ASSET("lib/project-menu.js", lib_project_menu_js),
    ASSET("lib/project-merge.js", lib_project_merge_js),
    ASSET("lib/projects.js", lib_projects_js),
    ASSET("lib/reader.js", lib_reader_js),
    ASSET("lib/reloads.js", lib_reloads_js),
    ASSET("lib/removals.js", lib_removals_js),
    ASSET("lib/request-view.js", lib_request_view_js),
    ASSET("lib/rich-copy.js", lib_rich_copy_js),
    ASSET("lib/rich-inline.js", lib_rich_inline_js),
    ASSET("lib/rich-text.js", lib_rich_text_js),
    ASSET("lib/route.js", lib_route_js),
    ASSET("lib/scripts.js", lib_scripts_js),
    ASSET("lib/search-result.js", lib_search_result_js),
    ASSET("lib/searches.js", lib_searches_js),
    ASSET("lib/sent-view.js", lib_sent_view_js),
    ASSET("lib/sentences.js", lib_sentences_js),
    ASSET("lib/share.js", lib_share_js),
    ASSET("lib/sibling-walker.js", lib_sibling_walker_js),
    ASSET("lib/speech-formula.js", lib_speech_formula_js),
    ASSET("lib/speech-language.js", lib_speech_language_js),
    ASSET("lib/speech-sentences.js", lib_speech_sentences_js),
    ASSET("lib/speech-signs.js", lib_speech_signs_js),
    ASSET("lib/speech-text.js", lib_speech_text_js),
    ASSET("lib/stickiness.js", lib_stickiness_js),
    ASSET("lib/store.js", lib_store_js),
    ASSET("lib/stream.js", lib_stream_js),
    ASSET("lib/thread.js", lib_thread_js),
    ASSET("lib/threads.js", lib_threads_js),
    ASSET("lib/time.js", lib_time_js),
    ASSET("lib/too-large.js", lib_too_large_js),
    ASSET("lib/types.js", lib_types_js),
    ASSET("lib/unfolding.js", lib_unfolding_js),
    ASSET("lib/usage-chart.js", lib_usage_chart_js),
    ASSET("lib/usage-csv.js", lib_usage_csv_js),
    ASSET("lib/usage-data.js", lib_usage_data_js),
    ASSET("lib/usage-views.js", lib_usage_views_js),
    ASSET("lib/usage.js", lib_usage_js),
    ASSET("lib/viewport.js", lib_viewport_js),
    ASSET("lib/waiting-files.js", lib_waiting_files_js),
    ASSET("lib/wake.js", lib_wake_js),
    ASSET("lib/window-bar.js", lib_window_bar_js),
    ASSET("lib/worker.js", lib_worker_js),
    ASSET("locales/en-more.js", locales_en_more_js),
    ASSET("locales/en-settings.js", locales_en_settings_js),
    ASSET("locales/en-speech.js", locales_en_speech_js),
    ASSET("locales/en-usage.js", locales_en_usage_js),
    ASSET("locales/en.js", locales_en_js),
    ASSET("locales/zh-more.js", locales_zh_more_js),
    ASSET("locales/zh-settings.js", locales_zh_settings_js),
    ASSET("locales/zh-speech.js", locales_zh_speech_js),
    ASSET("locales/zh-usage.js", locales_zh_usage_js),
    ASSET("locales/zh.js", locales_zh_js),
    ASSET("manifest.webmanifest", manifest_webmanifest),
    ASSET("notices.txt", notices_txt),
    ASSET("parts/answer-behaviours.js", parts_answer_behaviours_js),
    ASSET("parts/app-shell.js", parts_app_shell_js),
    ASSET("parts/app-sidebar.js", parts_app_sidebar_js),
    ASSET("parts/appearance-settings.js", parts_appearance_settings_js),
    ASSET("parts/attachment-tray.js", parts_attachment_tray_js),
    ASSET("parts/backup-list.js", parts_backup_list_js),
    ASSET("parts/behaviours-settings.js", parts_behaviours_settings_js),
    ASSET("parts/chat-composer.js", parts_chat_composer_js),
    ASSET("parts/chat-inspector.js", parts_chat_inspector_js),
    ASSET("parts/chat-message.js", parts_chat_message_js),
    ASSET("parts/chat-outbox.js", parts_chat_outbox_js),
    ASSET("parts/chat-summary.js", parts_chat_summary_js),
    ASSET("parts/chat-transcript.js", parts_chat_transcript_js),
    ASSET("parts/command-palette.js", parts_command_palette_js),
    ASSET("parts/conflict-dialog.js", parts_conflict_dialog_js),
    ASSET("parts/consent-dialog.js", parts_consent_dialog_js),
    ASSET("parts/conversation-list.js", parts_conversation_list_js),
    ASSET("parts/data-eraser.js", parts_data_eraser_js),
    ASSET("parts/data-export.js", parts_data_export_js),
    ASSET("parts/data-import.js", parts_data_import_js),
    ASSET("parts/data-place.js", parts_data_place_js),
    ASSET("parts/data-settings.js", parts_data_settings_js),
    ASSET("parts/egress-ledger.js", parts_egress_ledger_js),
    ASSET("parts/font-settings.js", parts_font_settings_js),
    ASSET("parts/host-consent.js", parts_host_consent_js),
    ASSET("parts/index.js", parts_index_js),
    ASSET("parts/key-unlock.js", parts_key_unlock_js),
    ASSET("parts/keys-dialog.js", parts_keys_dialog_js),
    ASSET("parts/live-announcer.js", parts_live_announcer_js),
    ASSET("parts/message-editor.js", parts_message_editor_js),
    ASSET("parts/model-list.js", parts_model_list_js),
    ASSET("parts/model-picker.js", parts_model_picker_js),
    ASSET("parts/privacy-settings.js", parts_privacy_settings_js),
    ASSET("parts/project-dialog.js", parts_project_dialog_js),
    ASSET("parts/project-switch.js", parts_project_switch_js),
    ASSET("parts/provider-form.js", parts_provider_form_js),
    ASSET("parts/provider-list.js", parts_provider_list_js),
    ASSET("parts/quick-replies.js", parts_quick_replies_js),
    ASSET("parts/retention-list.js", parts_retention_list_js),
    ASSET("parts/search-screen.js", parts_search_screen_js),
    ASSET("parts/settings-dialog.js", parts_settings_dialog_js),
    ASSET("parts/share-dialog.js", parts_share_dialog_js),
    ASSET("parts/start-page.js", parts_start_page_js),
    ASSET("parts/template-dialog.js", parts_template_dialog_js),
    ASSET("parts/template-form.js", parts_template_form_js),
    ASSET("parts/template-use.js", parts_template_use_js),
    ASSET("parts/toast-stack.js", parts_toast_stack_js),
    ASSET("parts/usage-screen.js", parts_usage_screen_js),
    ASSET("styles/base.css", styles_base_css),
    ASSET("styles/behaviours.css", styles_behaviours_css),
    ASSET("styles/composer.css", styles_composer_css),
    ASSET("styles/context.css", styles_context_css),
    ASSET("styles/controls.css", styles_controls_css),
    ASSET("styles/dialogs.css", styles_dialogs_css),
    ASSET("styles/editor.css", styles_editor_css),
    ASSET("styles/inspector.css", styles_inspector_css),
    ASSET("styles/layout.css", styles_layout_css),
    ASSET("styles/message.css", styles_message_css),
    ASSET("styles/notices.css", styles_notices_css),
    ASSET("styles/outbox.css", styles_outbox_css),
    ASSET("styles/palette.css", styles_palette_css),
    ASSET("styles/picker.css", styles_picker_css),
    ASSET("styles/prose.css", styles_prose_css),
    ASSET("styles/search.css", styles_search_css),
    ASSET("styles/settings.css", styles_settings_css),
    ASSET("styles/sidebar.css", styles_sidebar_css),
    ASSET("styles/start.css", styles_start_css),
    ASSET("styles/tokens.css", styles_tokens_css),
    ASSET("styles/transcript.css", styles_transcript_css),
    ASSET("styles/usage.css", styles_usage_css),
    ASSET("sw.js", sw_js),
};
const size_t sotto_web_asset_count = sizeof sotto_web_assets / sizeof sotto_web_assets[0];
